#include "doll.inc"
Stage(<0.62,0.55,0.44>)
object { Doll(<0.25,0.38,0.44>, <0.92,0.90,0.85>, <0.86,0.66,0.50>, 1, 1) rotate y*8 }
