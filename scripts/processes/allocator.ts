/**
 * How glibc keeps a worker's memory; other C libraries do not read it. One arena instead of one for each of
 * libvips' threads, and arrays of 4 MB and more go back to the system at once instead of leaving holes. Requests
 * for six products at 2048 px, with the local renderer: 726 MB at most without, 567 to 588 MB with both, as fast;
 * 535 MB with arrays from 128 KB on, but then page faults cost a quarter of the time.
 */
export const allocator = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '4194304' } as const;
