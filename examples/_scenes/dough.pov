#include "bakery.inc"
#declare W = image_width/image_height;
camera { location <-1.5,5.6,-9.6> look_at <0.3,0.7,0.4> right x*W angle 46 }
Sky(srgb <0.70,0.76,0.84>*0.38)
WindowLight(<12,12,-4>, 1.2)
object { Table(srgb <0.46,0.31,0.18>, srgb <0.74,0.57,0.38>) }
plane { -z, -12 pigment { color srgb <0.50,0.55,0.52> } finish { diffuse 0.7 } }
#declare DoughSkin = texture { pigment { granite scale 0.6 color_map { [0 color srgb <0.90,0.83,0.68>][1 color srgb <0.95,0.90,0.79>] } } normal { bumps 0.12 scale 0.2 } finish { diffuse 0.82 specular 0.08 roughness 0.06 } }
object { Dough0 texture { DoughSkin } scale <1.9,1.7,1.8> translate <0.2,0,-0.6> }
object { Dough1 texture { DoughSkin } scale 0.75 translate <4.0,0,-1.6> }
object { Dough2 texture { DoughSkin } scale 0.72 translate <4.9,0,0.5> }
object { Dough3 texture { DoughSkin } scale 0.74 translate <3.6,0,2.4> }
// a rolling pin
union { cylinder { <-2.1,0,0>,<2.1,0,0>,0.42 } sphere { 0,1 scale <0.12,0.42,0.42> translate x*2.1 } sphere { 0,1 scale <0.12,0.42,0.42> translate -x*2.1 }
  sphere { 0,1 scale <0.75,0.20,0.20> translate x*2.75 } sphere { 0,1 scale <0.75,0.20,0.20> translate -x*2.75 }
  texture { WoodPigment(srgb <0.50,0.30,0.15>, srgb <0.74,0.52,0.30>, 1.1) finish { diffuse 0.8 specular 0.2 roughness 0.03 } rotate y*90 } rotate y*-24 translate <-4.2,0.42,-2.3> }
// a bowl of flour
lathe { cubic_spline 9, <0,-1>,<0.01,0>,<1.0,0.02>,<1.9,0.8>,<2.2,1.7>,<2.12,1.72>,<1.8,0.9>,<0.9,0.15>,<0,0.13> texture { pigment { color srgb <0.30,0.42,0.50> } normal { bumps 0.06 scale 0.5 } finish { diffuse 0.72 specular 0.5 roughness 0.012 reflection 0.03 } } translate <-3.3,0,2.9> }
sphere { 0,1 scale <1.95,0.62,1.95> texture { pigment { color srgb <0.95,0.93,0.89> } normal { granite 0.35 scale 0.6 } finish { diffuse 0.85 } } translate <-3.3,1.2,2.9> }
// flour
#for (I,0,9000) #local R = 3.4*sqrt(rand(Seed)); #local A = rand(Seed)*360;
  sphere { vrotate(<R,0,0>,y*A)+<0.2,0.004,-1.0>, 0.004+0.024*pow(rand(Seed),4)*(1.2-R/4) pigment { color srgb <0.97,0.95,0.91> } } #end

#macro Egg(X,Z,A) sphere { 0,1 scale <0.52,0.42,0.40> rotate y*A translate <X,0.40,Z> texture { pigment { granite scale 0.2 color_map { [0 color srgb <0.80,0.58,0.42>][1 color srgb <0.86,0.66,0.50>] } } finish { diffuse 0.8 specular 0.15 roughness 0.03 } } } #end
Egg(0.5,3.6,20) Egg(1.5,4.1,80) Egg(1.35,3.1,140)
