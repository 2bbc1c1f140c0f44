import { readFileSync, writeFileSync } from 'node:fs';

/** Whether suites write derived files instead of comparing them, as with `npm run derived`. */
export const isDeriving = process.env.UPDATE_DERIVED === 'true';

/** Returns the name of a test that compares a derived file. */
export const HOW_TO_DERIVE = 'else: npm run derived';

/** Compares a committed file with its derived content, or writes it. */
export const expectDerived = (file: string, text: string): void => {
  if (isDeriving) writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
};
