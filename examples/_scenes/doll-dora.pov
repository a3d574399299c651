#include "doll.inc"
Stage(<0.42,0.48,0.54>)
object { Doll(<0.83,0.64,0.28>, <0.93,0.91,0.86>, <0.50,0.32,0.21>, 4, 0) rotate y*8 }
