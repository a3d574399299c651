#include "doll.inc"
Stage(<0.45,0.55,0.52>)
object { Doll(<0.72,0.36,0.24>, <0.90,0.86,0.76>, <0.93,0.76,0.62>, 2, 0) rotate y*8 }
