#include "bakery.inc"
#declare W = image_width/image_height;
camera { location <-1.2,4.6,-11.5> look_at <0.4,1.15,0.6> right x*W angle 46 }
Sky(srgb <0.62,0.68,0.78>*0.42)
WindowLight(<-13,12,-7>, 1.6)
object { Table(srgb <0.22,0.12,0.06>, srgb <0.50,0.32,0.18>) }
// the wall
plane { -z, -13 texture { pigment { bozo scale 3 color_map { [0 color srgb <0.36,0.40,0.40>][1 color srgb <0.42,0.46,0.46>] } } normal { bumps 0.2 scale 0.35 } finish { diffuse 0.75 } } }
// a board
object { box { <-3.9,0,-1.9>,<3.9,0.34,2.1> } texture { WoodPigment(srgb <0.45,0.27,0.13>, srgb <0.72,0.51,0.30>, 1.6) finish { diffuse 0.8 specular 0.1 roughness 0.05 } rotate y*90 } rotate y*-6 translate <0.3,0,-0.6> }
object { Bread(LoafA,1,0.75) rotate y*12 translate <-0.3,0.34,-0.5> }
object { Bread(RoundA,1,1.0) rotate y*25 translate <4.3,0,2.6> }
object { Bread(LoafB,1,0.35) rotate y*-32 translate <-4.6,0,2.9> }
object { Bread(Bun0,.6,0.5) translate <3.9,0,-2.4> }
object { Bread(Bun1,.6,0.3) translate <5.3,0,-1.2> }
object { Bread(Bun2,.6,0.7) translate <-4.4,0,-1.7> }
object { Croissant(Horn0) rotate y*160 translate <2.0,0.34,-2.6> translate y*-0.34 }
// a jug at the back
lathe { cubic_spline 9, <0,-1>,<0.01,0>,<1.0,0.02>,<1.25,1.2>,<0.85,2.4>,<0.62,3.1>,<0.74,3.6>,<0.66,3.62>,<0.5,3.0> texture { pigment { color srgb <0.86,0.83,0.77> } normal { bumps 0.05 scale 0.4 } finish { diffuse 0.75 specular 0.5 roughness 0.012 reflection 0.03 } } translate <-0.4,0,5.8> }
// flour on the table
#for (I,0,5000)
  #local P = <-6+rand(Seed)*13, 0.003, -5.6+rand(Seed)*3.6>;
  sphere { P, 0.004+0.018*pow(rand(Seed),5) pigment { color srgb <0.95,0.92,0.86> } }
#end
// wheat
#macro Ear(X,Z,A) union { cylinder { <0,0.06,0>,<4.2,0.06,0>,0.035 } #for (K,0,11) sphere { 0,1 scale <0.22,0.085,0.10> rotate z*22 rotate x*(mod(K,2)*180) translate <4.1+K*0.13,0.12,0.07*(mod(K,2)*2-1)> } cylinder { <4.1+K*0.13,0.12,0>,<5.1+K*0.13,0.34,0.35*(mod(K,2)*2-1)>,0.010 } #end
  pigment { granite scale 0.4 color_map { [0 color srgb <0.72,0.52,0.22>][1 color srgb <0.88,0.72,0.40>] } } rotate y*A translate <X,0,Z> } #end
Ear(-6.2,-3.4,-14) Ear(-6.6,-3.0,-7) Ear(-6.0,-3.9,-20)
