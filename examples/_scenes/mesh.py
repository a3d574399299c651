# Writes mesh2 objects for POV-Ray: bread as displaced spheres.
import math, random, sys
import numpy as np

def noise3(seed):
    rng = np.random.default_rng(seed)
    tab = rng.random((32, 32, 32))
    def n(p):
        p = np.asarray(p)
        i = np.floor(p).astype(int); f = p - i; f = f*f*(3-2*f)
        i &= 31; j = (i+1) & 31
        x0,y0,z0 = i[...,0],i[...,1],i[...,2]; x1,y1,z1 = j[...,0],j[...,1],j[...,2]
        fx,fy,fz = f[...,0],f[...,1],f[...,2]
        def l(a,b,t): return a+(b-a)*t
        return l(l(l(tab[x0,y0,z0],tab[x1,y0,z0],fx), l(tab[x0,y1,z0],tab[x1,y1,z0],fx),fy),
                 l(l(tab[x0,y0,z1],tab[x1,y0,z1],fx), l(tab[x0,y1,z1],tab[x1,y1,z1],fx),fy),fz)-0.5
    return n

def fbm(n, p, octaves):
    v = 0; a = 1
    for o in range(octaves):
        v = v + a*n(p*2.03**o + 11*o); a *= 0.5
    return v

def grid(nu, nv):
    u = np.linspace(0, 2*np.pi, nu, endpoint=False); v = np.linspace(0.0, np.pi, nv)
    U, V = np.meshgrid(u, v, indexing='ij')
    return np.stack([np.cos(U)*np.sin(V), np.cos(V), np.sin(U)*np.sin(V)], -1)

def mesh2(P, f):
    nu, nv = P.shape[:2]
    du = np.roll(P,-1,0)-np.roll(P,1,0); dv = np.empty_like(P); dv[:,1:-1] = P[:,2:]-P[:,:-2]; dv[:,0]=P[:,1]-P[:,0]; dv[:,-1]=P[:,-1]-P[:,-2]
    N = np.cross(du, dv); N /= np.maximum(np.linalg.norm(N,axis=-1,keepdims=True),1e-9)
    c = P.mean((0,1)); flip = np.sign((N*(P-c)).sum(-1,keepdims=True)); flip[flip==0]=1; N *= flip
    vs = P.reshape(-1,3); ns = N.reshape(-1,3)
    f.write('mesh2 { vertex_vectors { %d' % len(vs)); f.write(''.join(',<%.4f,%.4f,%.4f>'%tuple(v) for v in vs)); f.write(' }\n')
    f.write('normal_vectors { %d' % len(ns)); f.write(''.join(',<%.3f,%.3f,%.3f>'%tuple(v) for v in ns)); f.write(' }\n')
    t = []
    for i in range(nu):
        k = (i+1)%nu
        for j in range(nv-1):
            a,b,c2,d = i*nv+j, i*nv+j+1, k*nv+j, k*nv+j+1
            t.append((a,b,c2)); t.append((b,d,c2))
    f.write('face_indices { %d' % len(t)); f.write(''.join(',<%d,%d,%d>'%x for x in t)); f.write(' } }\n')

def smoothstep(a,b,x):
    t = np.clip((x-a)/(b-a),0,1); return t*t*(3-2*t)

def loaf(name, seed, L, W, H, cuts, kind, f, nu=400, nv=200):
    D = grid(nu, nv); n = noise3(seed)
    q = 2.5 if kind == 'long' else 2.1
    # radius of a superellipsoid along each direction
    R = (np.abs(D[...,0]/L)**q + np.abs(D[...,2]/W)**q + np.abs(D[...,1]/(H*0.62))**2.1)**(-1/2.2)
    P = D*R[...,None]
    P[...,1] += H*0.36
    s = max(L,W)
    P *= (1 + 0.10*fbm(n, P*1.1/s*1.6+5, 2))[...,None] if True else 1
    top = smoothstep(H*0.5, H*0.78, P[...,1])
    x, z = P[...,0], P[...,2]
    if kind == 'long':
        if cuts:
            step = 1.62*L/cuts
            w = np.abs(np.mod(x + z*0.5 + 0.05*np.sin(z*5) + step*40 + step/2, step) - step/2)
            ext = smoothstep(1,0.55,np.abs(z)/(W*0.78))*smoothstep(1,0.85,np.abs(x)/(L*0.86))
            g = w/(0.24*step)
            P[...,1] += top*ext*H*(-0.13*np.exp(-g**2*2.2) + 0.07*np.exp(-((g-1.15)/0.45)**2))
    elif kind == 'round':
        w = np.minimum(np.abs(x+0.1*np.sin(z*2)), np.abs(z+0.08*np.sin(x*2.6)))
        ext = smoothstep(0.80,0.35,np.hypot(x,z)/L)
        g = w/(0.13*L)
        P[...,1] += top*ext*H*(-0.13*np.exp(-g**2*2.0) + 0.055*np.exp(-((g-1.3)/0.5)**2))
    elif kind == 'bun':
        g = np.abs(x+0.08*np.sin(z*4/W)*W)/(0.16*L)
        ext = smoothstep(1,0.6,np.abs(z)/(W*0.8))
        P[...,1] += top*ext*H*(-0.16*np.exp(-g**2*2.0) + 0.06*np.exp(-((g-1.3)/0.5)**2))
    P += D*(0.030*s*fbm(n, P*3.2/s*2, 3) + 0.010*s*fbm(n, P*14/s*2, 2))[...,None]
    P[...,1] = np.maximum(P[...,1], 0.0)
    f.write('#declare %s = ' % name); mesh2(P, f)

def croissant(name, seed, R, f, nu=160, nv=420):
    n = noise3(seed)
    t = np.linspace(-1,1,nv); u = np.linspace(0,2*np.pi,nu,endpoint=False)
    U,T = np.meshgrid(u,t,indexing='ij')
    A = T*1.22
    fat = R*(0.46*np.cos(T*np.pi/2*0.97)**0.8+0.035)
    k = 4.6*T + 0.35*np.sin(U+1.2)*np.sign(T)
    fr = np.mod(np.abs(k)+0.5,1)
    ridge = 1 - 0.11*fr**2.2*np.clip((0.96-np.abs(T))*6,0,1)
    r = fat*ridge
    cx, cz = np.sin(A)*R, np.cos(A)*R
    P = np.stack([cx + np.sin(A)*r*np.cos(U), fat*0.75 + r*0.82*np.sin(U), cz + np.cos(A)*r*np.cos(U)], -1)
    P[...,2] -= R
    P += (0.022*R*fbm(n, P*5/R, 3))[...,None]
    P[...,1] = np.maximum(P[...,1],0)
    f.write('#declare %s = ' % name); mesh2(P, f)

def jug(name, f):
    pass

with open('bread.inc','w') as f:
    loaf('LoafA', 1, 2.7,1.3,2.0,5,'long', f)
    loaf('LoafB', 2, 2.3,1.15,1.7,4,'long', f)
    loaf('LoafC', 3, 3.6,0.62,0.95,7,'long', f, 480, 160)
    loaf('RoundA', 4, 1.95,1.95,2.1,0,'round', f)
    loaf('RoundB', 5, 1.7,1.7,1.9,0,'round', f)
    for i in range(6): loaf('Bun%d'%i, 10+i, 0.85,0.80,0.92,0,'bun', f, 200, 110)
    for i in range(3): croissant('Horn%d'%i, 20+i, 1.1, f)
    for i in range(4): loaf('Dough%d'%i, 30+i, 1.2,1.15,0.95,0,'plain', f, 200, 120)
