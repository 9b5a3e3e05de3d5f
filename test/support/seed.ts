import fc from 'fast-check';

const anotherEachTime = Date.now() % 2 ** 31;

/**
 * The seed of everything that tests generate: one seed, so that `npm test` tries the same values in every run; with
 * `npm run fuzz`, which sets FUZZ_RUNS, others each time. FUZZ_SEED replays a run.
 */
export const seed = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_RUNS ? anotherEachTime : 144_438_071));

// Modules of `require` in .mocharc.json are loaded before every test file.
fc.configureGlobal({ seed });
