/**
 * How glibc keeps a worker's memory; other C libraries do not read it. Two arenas instead of one for each of
 * libvips' threads, and arrays of 1 MB and more go back to the system at once instead of leaving holes. Requests
 * for six products at 2048 px, with the local renderer: 726 MB at most without, 646 MB with two arenas alone,
 * 595 MB with both, a tenth slower; from 128 KB on it would be 535 MB, but page faults cost a quarter of the time.
 */
export const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' } as const;
