import fc from 'fast-check';

// Without it, each run draws other examples, and a run fails for what nobody has changed.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) });
