"""
Renders the dusk of the background aurora (backgrounds/aurora.css): sunlight (warm.pgm) and skylight (cool.pgm) on haze,
thin clouds and water, as luminances, into the folder that it is started in. dusk.sh makes dusk.avif and
dusk-narrow.avif of them.
"""
import numpy as np

W, H = 1600, 800
line = 0.78  # where the horizon is, of the height
sunx = 0.38  # where the sun is, of the width
seed = 11
FOV = 1.15  # width in radians
rng = np.random.default_rng(seed)
TAB = rng.random((512, 512)).astype(np.float32)

def noise(u, v):
    iu, iv = np.floor(u).astype(np.int64), np.floor(v).astype(np.int64)
    fu, fv = (u - iu).astype(np.float32), (v - iv).astype(np.float32)
    fu = fu*fu*fu*(fu*(fu*6-15)+10); fv = fv*fv*fv*(fv*(fv*6-15)+10)
    i0, i1, j0, j1 = iu & 511, (iu+1) & 511, iv & 511, (iv+1) & 511
    a, b, c, d = TAB[i0, j0], TAB[i1, j0], TAB[i0, j1], TAB[i1, j1]
    return (a+(b-a)*fu) + ((c+(d-c)*fu) - (a+(b-a)*fu))*fv - 0.5

def fbm(u, v, octaves, foot, gain=0.52, lac=2.03):
    """Octaves finer than the footprint of a pixel fade, so that nothing flickers at the horizon."""
    out = np.zeros_like(u, dtype=np.float32); amp = 1.0; f = 1.0
    for k in range(octaves):
        w = np.clip(1.5 - foot*f*1.4, 0, 1).astype(np.float32)
        out += amp*w*noise(u*f + 17.3*k, v*f + 9.1*k)
        amp *= gain; f *= lac
    return out

y, x = np.mgrid[0:H, 0:W].astype(np.float32)
px = FOV / W
hy = line*H
e = (hy - y)*px                       # elevation
a = (x - sunx*W)*px                   # azimuth from the sun
def sky(e, a, e_px):
    """Light of the sky at elevations > 0: (warm, cool)."""
    ee = np.maximum(e, 1e-4)
    ang = np.sqrt(a*a + ee*ee)
    # Haze: dense at the line, lit by the sun ahead (Henyey-Greenstein), and the air above it.
    g = 0.80
    hg = (1-g*g)/np.power(1+g*g-2*g*np.cos(np.minimum(ang*1.25, 3)), 1.5) / ((1+g)/(1-g)**2)
    haze = np.exp(-ee/0.085)
    warm = (1.45*hg**0.8*np.exp(-ee/0.15) + 0.40*haze*np.exp(-np.abs(a)/0.5) + 0.12*np.exp(-ee/0.03))
    cool = 0.30*np.exp(-ee/0.24)*(0.5+0.5*np.exp(-np.abs(a)/0.8)) + 0.05*haze
    T = np.ones_like(ee)
    # Layers of cloud, from far and low to near and high.
    for (h, su, sv, cover, soft, thick, octs, warp, w_gain, name) in LAYERS:
        d = h/np.maximum(ee, 0.004)
        u, v = d*np.tan(a), d
        foot = e_px*d*d/h*su*0.25 + d*e_px*su
        # Streaks: drawn out across the view, and bent by slower noise.
        wu = warp*fbm(u*su*0.35+3.1, v*sv*0.35+8.8, 3, foot*0.3)
        wv = warp*fbm(u*su*0.35+11.7, v*sv*0.35+1.9, 3, foot*0.3)
        dens = lambda du, dv: fbm((u+du)*su+wu, (v+dv)*sv+wv, octs, foot)
        n0 = dens(0, 0)
        rho = np.clip((n0 - cover)/soft, 0, 1); rho = rho*rho*(3-2*rho)
        # Sunlight comes from beyond the horizon and from below: what stands between darkens it.
        shade = np.zeros_like(rho)
        for k, s in enumerate((0.05, 0.13, 0.27)):
            n = dens(-s*np.tan(a)*0.6/su, s/sv)
            shade += np.clip((n - cover)/soft, 0, 1)*(0.5, 0.34, 0.2)[k]
        lit = np.exp(-2.8*thick*shade)
        rim = np.clip(rho*(1-rho)*4, 0, 1)
        fade = np.clip((ee-0.004)/0.03, 0, 1)*np.exp(-np.maximum(ee-0.30, 0)/0.16)
        alpha = np.clip(rho*thick, 0, 0.93)*fade
        near = np.exp(-ang/0.42)
        cw = w_gain*(lit*(0.26+1.6*near) + 0.6*rim*lit*near)*np.exp(-ee/0.27)
        cc = 0.15*(0.4+0.6*lit)*np.exp(-ee/0.3)
        warm = warm*(1-alpha) + cw*alpha
        cool = cool*(1-alpha*0.9) + cc*alpha
    return warm, cool

LAYERS = [
    # h,   su,   sv,  cover, soft, thick, octaves, warp, gain
    (1.0, 0.050, 0.30, 0.04, 0.34, 0.85, 5, 1.3, 1.05, 'stratus'),
    (1.0, 0.50, 1.05, 0.02, 0.42, 0.80, 6, 1.2, 1.35, 'altocumulus'),
    (1.7, 0.10, 0.42, 0.02, 0.55, 0.70, 6, 2.2, 1.05, 'cirrus'),
]
warm, cool = sky(e, a, px)
# Water: the sky again, upside down, broken by waves that grow towards us.
wy = np.maximum(-e, 1e-5)
dist = 0.05/(wy+0.006)
wu, wv = dist*np.tan(a)*9, dist*11
foot = px*dist*dist/0.05*11*0.9 + 0.02
wave = fbm(wu*0.34+4, wv*0.8, 4, foot, gain=0.42)
calm = fbm(wu*0.06+2, wv*0.12, 3, foot*0.1)
re = np.clip(wy*0.95 + np.abs(wave)*(0.02+wy*0.5), 0.0005, None); ra = a + wave*0.05
rw, rc = sky(re, ra, px)
fres = np.clip(0.72*np.exp(-wy/0.075), 0, 1)*(0.8+0.7*calm)
path = np.exp(-(a/(0.020+wy*0.42))**2)
spark = np.clip((wave+0.06)/0.26, 0, 1)
spark = spark*spark*(3-2*spark)
glit = path*(0.22+2.2*spark)*np.exp(-wy/0.12)
rw = rw*fres*(0.45+0.55*spark) + glit
rc = rc*fres*(0.6+0.5*spark)
m = np.clip(e/px + 0.5, 0, 1)
warm = warm*m + rw*(1-m); cool = cool*m + rc*(1-m)
# A thin line of light at the horizon itself.
warm += 0.22*np.exp(-np.abs(e)/0.0016)*np.exp(-np.abs(a)/0.5)
# Fades to nothing at the edges that are not the window's.
top = np.clip(y/(0.62*H), 0, 1); top = top**3*(top*(top*6-15)+10)
bot = np.clip((0.97*H-y)/((1-line)*0.97*H), 0, 1)**1.5
for name, light in (("warm", warm), ("cool", cool)):
    film = np.clip((1 - np.exp(-1.25 * light)) * top * bot, 0, 1)
    with open(f"{name}.pgm", "wb") as file:
        file.write(b"P5 %d %d 65535\n" % (W, H) + (film * 65535).astype(">u2").tobytes())
