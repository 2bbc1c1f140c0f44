import { readFileSync, writeFileSync } from 'node:fs';

/** Whether suites write derived files instead of comparing them, which `npm run derived` has them do. */
export const isDeriving = process.env.UPDATE_DERIVED === 'true';

/** What the name of a test says that compares a derived file. */
export const HOW_TO_DERIVE = 'else: npm run derived';

/** Compares a committed file with what it is derived from, or writes it. */
export const expectDerived = (file: string, text: string): void => {
  if (isDeriving) writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
};
