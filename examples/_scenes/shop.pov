#include "bakery.inc"
#declare W = image_width/image_height;
camera { location <-3.2,3.1,-15> look_at <0.5,3.3,0> right x*W angle 54 }
Sky(srgb <0.34,0.44,0.64>*0.9)
light_source { <-30,40,-50> color srgb <0.60,0.68,0.85>*1.1 area_light <14,0,0>,<0,14,0>,4,4 adaptive 0 jitter }
// the house
#declare Plaster = texture { pigment { bozo scale 2 color_map { [0 color srgb <0.64,0.60,0.52>][1 color srgb <0.70,0.66,0.58>] } } normal { granite 0.12 scale 0.6 } finish { diffuse 0.75 } }
#declare Green = texture { pigment { color srgb <0.16,0.30,0.28> } finish { diffuse 0.7 specular 0.25 roughness 0.03 } }
difference {
  box { <-12,-0.5,0>,<12,16,1> }
  box { <-5.0,1.0,-1>,<2.2,4.7,2> }
  box { <3.3,0,-1>,<5.5,4.7,2> }
  box { <-4.4,7.4,-1>,<-2.4,10.6,2> } box { <-0.2,7.4,-1>,<1.8,10.6,2> } box { <4.0,7.4,-1>,<6.0,10.6,2> }
  texture { Plaster }
}
#for (I,0,2) #local X = -4.4+4.2*I; box { <X,7.4,0.5>,<X+2,10.6,0.6> texture { pigment { color srgb <0.10,0.12,0.16> } finish { reflection 0.12 specular 0.3 } } } 
 union { box { <X-0.15,7.2,-0.12>,<X+2.15,7.4,0.3> } box { <X+0.95,7.4,0.2>,<X+1.05,10.6,0.4> } box { <X,9.2,0.2>,<X+2,9.3,0.4> } pigment { color srgb <0.86,0.84,0.78> } } #end
// the front
union { box { <-5.4,4.7,-0.25>,<6.0,5.75,0.1> } box { <-5.4,0,-0.15>,<-5.0,4.7,0.2> } box { <2.2,0,-0.15>,<2.6,4.7,0.2> } box { <2.9,0,-0.15>,<3.3,4.7,0.2> } box { <5.5,0,-0.15>,<6.0,4.7,0.2> } box { <-5.2,0,-0.12>,<2.4,1.0,0.3> } box { <-1.45,1,-0.05>,<-1.35,4.7,0.2> } box { <-5,3.7,-0.05>,<2.2,3.8,0.2> } texture { Green } }
text { ttf "timrom.ttf" "B A K E R Y" 0.08,0 scale 0.72 translate <-1.7,4.98,-0.33> pigment { color srgb <0.93,0.80,0.50> } finish { specular 0.5 emission 0.45 } finish { emission 0.45 } }
// door
union { box { <3.35,0,0.15>,<5.45,1.3,0.3> } box { <3.35,1.3,0.15>,<3.65,4.7,0.3> } box { <5.15,1.3,0.15>,<5.45,4.7,0.3> } box { <3.35,4.4,0.15>,<5.45,4.7,0.3> } texture { Green } }
sphere { <3.8,2.2,0.05>,0.1 pigment { color srgb <0.8,0.65,0.3> } finish { specular 0.8 roughness 0.01 } }
// glass
box { <-5,1,0.12>,<2.2,4.7,0.13> pigment { color rgbt <0.9,0.95,0.95,0.93> } finish { reflection 0.06 specular 0.4 roughness 0.005 } }
box { <3.6,1.3,0.2>,<5.2,4.4,0.21> pigment { color rgbt <0.9,0.95,0.95,0.9> } finish { reflection 0.06 } }
// inside
box { <-6,0,6>,<7,6,6.2> texture { pigment { color srgb <0.80,0.62,0.40> } finish { diffuse 0.8 } } }
box { <-6,0,1>,<7,0.1,6> texture { WoodPigment(srgb <0.35,0.22,0.12>, srgb <0.55,0.38,0.22>, 2) } }
box { <-6,5.4,1>,<7,5.5,6> pigment { color srgb <0.85,0.78,0.66> } }
light_source { <-3,4.9,3> color srgb <1.0,0.72,0.38>*1.1 fade_distance 4 fade_power 2 }
light_source { <1,4.9,3> color srgb <1.0,0.72,0.38>*1.1 fade_distance 4 fade_power 2 }
light_source { <4.4,4.9,3> color srgb <1.0,0.72,0.38>*1.0 fade_distance 4 fade_power 2 }
#for (I,0,2) union { sphere { 0,0.26 } cylinder { 0,<0,1.4,0>,0.02 } translate <-3.4+I*2.6,3.9,1.7> pigment { color srgb <1,0.85,0.55> } finish { emission 1.4 } no_shadow } #end
#for (R,0,2) box { <-5.6,1.5+R*1.15,4.6>,<2.6,1.58+R*1.15,5.9> pigment { color srgb <0.42,0.27,0.14> } } 
 #for (I,0,9) object { #switch (mod(I+R,3)) #case (0) Bread(Bun0,0.6,0.4) #break #case (1) Bread(RoundB,0.8,0.7) scale 0.32 #break #else Bread(LoafB,0.8,0.5) scale 0.30 #end rotate y*rand(Seed)*180 translate <-5.1+I*0.8,1.58+R*1.15,5.2> } #end #end
box { <-4.9,1.0,0.5>,<2.1,1.35,1.9> pigment { color srgb <0.50,0.33,0.18> } }
object { Bread(LoafA,1,0.7) scale 0.36 rotate y*20 translate <-4.1,1.35,1.1> }
object { Bread(RoundA,1,1) scale 0.36 translate <-2.6,1.35,1.1> }
object { Bread(LoafB,1,0.4) scale 0.38 rotate y*-20 translate <-0.7,1.35,1.1> }
object { Croissant(Horn0) scale 0.45 rotate y*150 translate <0.7,1.35,1.0> }
object { Croissant(Horn1) scale 0.45 rotate y*40 translate <1.5,1.35,1.1> }
// awning
#for (I,0,22) box { <0,0,-2.5>,<0.51,0.06,0> rotate x*-26 translate <-5.6+I*0.51,6.75,-0.05> #if (mod(I,2)) pigment { color srgb <0.90,0.87,0.80> } #else pigment { color srgb <0.62,0.22,0.16> } #end finish { diffuse 0.8 } }
 cylinder { <0,0,0>,<0,0,0.05>,0.255 clipped_by { box { <-1,-1,-1>,<1,0,1> } } translate <-5.345+I*0.51,5.64,-2.32> #if (mod(I,2)) pigment { color srgb <0.90,0.87,0.80> } #else pigment { color srgb <0.62,0.22,0.16> } #end } #end
// pavement
plane { y,0 texture { pigment { brick pigment { color srgb <0.20,0.21,0.22> }, pigment { granite scale 2 color_map { [0 color srgb <0.30,0.31,0.33>][1 color srgb <0.40,0.41,0.43>] } } brick_size <1.5,3,0.9> mortar 0.05 } normal { granite 0.25 scale 0.4 } finish { diffuse 0.7 specular 0.2 roughness 0.05 reflection 0.05 } } }
// plants
#macro Plant(X,Z) union { cone { 0,0.34,<0,0.8,0>,0.46 pigment { color srgb <0.60,0.34,0.24> } }
 #for (I,0,150) sphere { 0,1 scale <0.16,0.03,0.07> rotate z*(rand(Seed)*70-20) rotate y*rand(Seed)*360 translate vnormalize(<rand(Seed)-0.5,rand(Seed)-0.35,rand(Seed)-0.5>)*0.62+<0,1.35,0> pigment { color srgb <0.20+0.15*rand(Seed),0.36+0.14*rand(Seed),0.18> } } #end translate <X,0,Z> } #end
Plant(2.75,-0.9) Plant(6.2,-0.9)
// a board with a bun on it
union { box { <-0.6,0,0>,<0.6,1.7,0.06> rotate x*12 pigment { color srgb <0.10,0.12,0.12> } } box { <-0.66,-0.02,-0.01>,<0.66,0.06,0.07> rotate x*12 pigment { color srgb <0.5,0.33,0.18> } } box { <-0.66,1.66,-0.01>,<0.66,1.74,0.07> rotate x*12 pigment { color srgb <0.5,0.33,0.18> } } rotate y*12 translate <-6.3,0,-2.1> }
