#include "bakery.inc"
#declare W = image_width/image_height;
camera { location <0.6,7.2,-7.6> look_at <0.1,0.3,0.1> right x*W angle 46 }
Sky(srgb <0.75,0.78,0.82>*0.42)
WindowLight(<-12,13,3>, 1.25)
plane { y, 0 texture { pigment { marble turbulence 1.1 scale 3.4 rotate y*40 color_map { [0 color srgb <0.86,0.85,0.83>][0.8 color srgb <0.80,0.79,0.78>][1 color srgb <0.62,0.61,0.61>] } } finish { diffuse 0.75 specular 0.3 roughness 0.01 reflection 0.05 } } }
// a cloth
box { <-3.2,0.0,-2.3>,<3.6,0.05,2.7> texture { Cloth(srgb <0.90,0.88,0.83>, srgb <0.36,0.47,0.55>) } rotate y*14 }
// a plate
lathe { cubic_spline 8, <0,-1>,<0.01,0.06>,<1.7,0.08>,<2.5,0.34>,<2.62,0.42>,<2.5,0.42>,<1.7,0.18>,<0,0.16> texture { pigment { color srgb <0.88,0.86,0.82> } finish { diffuse 0.78 specular 0.4 roughness 0.012 reflection 0.03 } } }
object { Croissant(Horn0) rotate y*205 translate <-0.9,0.22,0.1> }
object { Croissant(Horn1) rotate y*100 translate <1.35,0.22,0.5> }
object { Croissant(Horn2) rotate y*-25 translate <0.3,0.72,1.5> rotate z*4 }
object { Croissant(Horn1) scale 1.05 rotate y*240 translate <-4.0,0,-1.7> }
object { Croissant(Horn0) scale 0.98 rotate y*130 translate <4.4,0,2.9> }
object { Croissant(Horn2) rotate y*60 translate <3.9,0,-2.0> }
// a cup
union {
  lathe { cubic_spline 9, <0,-1>,<0.01,0.03>,<0.5,0.05>,<0.78,0.6>,<0.86,1.05>,<0.80,1.05>,<0.7,0.6>,<0.45,0.12>,<0,0.11> }
  torus { 0.34,0.07 rotate x*90 translate <1.0,0.55,0> }
  texture { pigment { color srgb <0.30,0.42,0.46> } finish { diffuse 0.7 specular 0.5 roughness 0.01 reflection 0.04 } } translate <-3.9,0,2.4>
}
cylinder { <-3.9,0.84,2.4>,<-3.9,0.86,2.4>,0.80 pigment { color srgb <0.20,0.10,0.05> } finish { specular 0.6 roughness 0.01 reflection 0.08 } }
#for (I,0,260) #local A = rand(Seed)*360; #local R = 0.5+rand(Seed)*4.6;
  sphere { 0, 1 scale <0.03+0.05*rand(Seed),0.008,0.02+0.03*rand(Seed)> rotate y*rand(Seed)*180 translate vrotate(<R,0.06,0>,y*A) pigment { color srgb <0.74,0.48,0.20> } } #end
