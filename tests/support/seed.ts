import fc from 'fast-check';

// Without a fixed seed, each run draws other examples and may fail without a change.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) });
