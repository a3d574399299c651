#include "doll.inc"
Stage(<0.66,0.58,0.50>)
object { Doll(<0.40,0.44,0.34>, <0.30,0.24,0.20>, <0.88,0.69,0.55>, 3, 1) rotate y*8 }
