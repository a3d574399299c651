#include "bakery.inc"
#declare W = image_width/image_height;
camera { location <1.4,4.6,-8.4> look_at <0,1.6,0> right x*W angle 44 }
Sky(srgb <0.78,0.78,0.80>*0.42)
WindowLight(<-11,11,-5>, 1.25)
plane { y,0 texture { pigment { color srgb <0.70,0.63,0.55> } finish { diffuse 0.75 } normal { bumps 0.04 scale 0.4 } } }
plane { -z,-11 pigment { color srgb <0.66,0.52,0.46> } finish { diffuse 0.75 } }
lathe { cubic_spline 10, <0,-1>,<0.01,0>,<1.2,0.02>,<0.5,0.25>,<0.35,0.7>,<2.6,0.86>,<2.85,0.98>,<2.8,1.02>,<0,0.98>,<0,1> texture { pigment { color srgb <0.88,0.86,0.82> } finish { diffuse 0.75 specular 0.4 roughness 0.012 reflection 0.03 } } }
#declare Cream = texture { pigment { color srgb <0.95,0.92,0.86> } normal { bumps 0.15 scale <0.4,0.06,0.4> } finish { diffuse 0.82 specular 0.15 roughness 0.05 } }
#declare Sponge = texture { pigment { granite scale 0.3 color_map { [0 color srgb <0.68,0.44,0.20>][1 color srgb <0.86,0.66,0.38>] } } normal { granite 0.5 scale 0.12 } finish { diffuse 0.85 } }
#declare Body = union {
 #for (I,0,2) cylinder { <0,1.0+I*0.72,0>,<0,1.5+I*0.72,0>,2.1 texture { Sponge } } torus { 1.95,0.15 translate y*(1.6+I*0.72) texture { Cream } } cylinder { <0,1.48+I*0.72,0>,<0,1.74+I*0.72,0>,2.02 texture { Cream } } #end
 torus { 1.85,0.22 translate y*3.05 texture { Cream } } cylinder { <0,2.9,0>,<0,3.22,0>,1.9 texture { Cream } } }
difference { object { Body } prism { -1,8,4,<0,0>,<0.9,-4>,<-1.9,-4>,<0,0> texture { Sponge } } rotate y*-20 }
#macro Berry(P,R,C) sphere { P,R texture { pigment { color C } normal { bumps 0.5 scale R*0.25 } finish { diffuse 0.7 specular 0.5 roughness 0.02 } } } #end
#for (I,0,70) #local A = rand(Seed)*360; #local D = 1.75*sqrt(rand(Seed)); #local P = vrotate(<D,3.22+0.12*rand(Seed)+0.35*(1-D/1.75),0>,y*A);
 #if (mod(I,3)=0) #local C = srgb <0.16,0.16,0.30>; #else #local C = srgb <0.66,0.08,0.12>; #end
 Berry(P, 0.16+0.10*rand(Seed), C) #end
#for (I,0,9) sphere { 0,1 scale <0.28,0.03,0.13> rotate z*25 rotate y*rand(Seed)*360 translate vrotate(<1.0*rand(Seed),3.65,0>,y*rand(Seed)*360) pigment { color srgb <0.30,0.48,0.22> } } #end
#for (I,0,14) Berry(<-4+8*rand(Seed),0.17,-3.4+1.6*rand(Seed)>, 0.17, srgb <0.64,0.08,0.12>) #end
