// What the linkers of two builds left of one library:
//   nvcc -fatbin --compress-mode=speed -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=[sm_90,compute_90] -o spills_old.fatbin spills.cu
//   the same with -DLATER -maxrregcount=24 -o spills_new.fatbin
extern "C" __global__ void plain(float *x) { x[threadIdx.x] *= 2; }

template <int N> __global__ void mix(const float *x, float *y, int n)
{
    float a[N];
    for (int i = 0; i < N; i++) a[i] = x[i * n + threadIdx.x];
    for (int k = 0; k < n; k++)
        for (int i = 0; i < N; i++) a[i] = a[i] * a[(i + 7) % N] + x[k];
    for (int i = 0; i < N; i++) y[i * n + threadIdx.x] = a[i];
}
template __global__ void mix<8>(const float *, float *, int);

#ifdef LATER
extern "C" __global__ void extra(float *x) { x[threadIdx.x] = 1; }
#else
extern "C" __global__ void dropped(float *x) { x[threadIdx.x] = 0; }
#endif
