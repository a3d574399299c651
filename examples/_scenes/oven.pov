#include "bakery.inc"
#declare W = image_width/image_height;
camera { location <0.4,3.9,-10.5> look_at <0.1,2.1,0> right x*W angle 50 }
Sky(srgb <0.50,0.55,0.65>*0.30)
WindowLight(<-8,9,-12>, 1.15)
#declare Brick = texture { pigment { brick pigment { color srgb <0.42,0.38,0.34> }, pigment { granite scale 3 color_map { [0 color srgb <0.45,0.22,0.15>][1 color srgb <0.62,0.34,0.23>] } } brick_size <1.5,0.5,0.8> mortar 0.06 } normal { granite 0.35 scale 0.5 } finish { diffuse 0.7 } }
difference {
  box { <-14,-1,0>,<14,9,6> }
  union { box { <-2.4,1.2,-1>,<2.4,2.6,5> } cylinder { <0,2.6,-1>,<0,2.6,5>,2.4 scale <1,0.72,1> translate y*0.73 } }
  texture { Brick }
}
// the arch
#for (I,-8,8) box { <-0.30,2.42,-0.18>,<0.30,3.05,0.3> rotate z*(I*10.6) scale <1,0.74,1> translate y*2.62 texture { pigment { granite scale 2 translate I*7 color_map { [0 color srgb <0.40,0.19,0.13>][1 color srgb <0.56,0.30,0.20>] } } normal { granite 0.3 } finish { diffuse 0.75 } } } #end
// shelf of stone
box { <-3.6,0.85,-1.5>,<3.6,1.2,0.1> texture { pigment { granite scale 2 color_map { [0 color srgb <0.40,0.39,0.38>][1 color srgb <0.56,0.55,0.53>] } } normal { bumps 0.2 scale 0.1 } finish { diffuse 0.7 } } }
box { <-2.4,1.0,0>,<2.4,1.2,5> pigment { color srgb <0.36,0.30,0.26> } }
// fire at the back
light_source { <1.0,1.9,3.6> color srgb <1.0,0.50,0.16>*1.5 fade_distance 2.2 fade_power 2 area_light <1.2,0,0>,<0,0.6,0>,4,4 adaptive 0 jitter }
#for (I,0,60) sphere { 0,1 scale <0.16+0.2*rand(Seed),0.12,0.16> rotate y*rand(Seed)*180 translate <-1.7+3.6*rand(Seed),1.25+0.25*rand(Seed),3.6+1.0*rand(Seed)> pigment { granite scale 0.2 color_map { [0 color srgb <1.0,0.30,0.05>*2.2][0.5 color srgb <0.9,0.16,0.02>][0.7 color srgb <0.08,0.05,0.04>][1 color srgb <0.06,0.05,0.05>] } } finish { emission 0.9 diffuse 0.2 } } #end
object { Bread(RoundB,1,0.8) scale 0.66 rotate y*20 translate <-1.15,1.2,1.6> }
object { Bread(RoundA,1,0.6) scale 0.6 rotate y*65 translate <1.0,1.2,1.9> }
object { Bread(RoundA,1,0.9) scale 0.62 rotate y*-30 translate <0.15,1.42,-0.3> }
// the peel
union { box { <-0.95,0,-1.2>,<0.95,0.09,1.0> } cylinder { <0,0.05,-9>,<0,0.05,-1.1>,0.09 } texture { WoodPigment(srgb <0.42,0.27,0.14>, srgb <0.68,0.49,0.29>, 1.2) finish { diffuse 0.8 } } rotate y*-16 translate <0.15,1.28,-0.5> }
