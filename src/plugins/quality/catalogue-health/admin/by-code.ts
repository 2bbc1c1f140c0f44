import type { Group } from '../health';

/** The groups of which the same is said, with how many entries they have together. */
export type Said = { key: string; groups: readonly Group[]; count: number };

/** Groups by what is said of them, in the order in which they come. */
export const byCode = (groups: readonly Group[]): Said[] => {
  const codes = new Map<string, Group[]>();
  for (const group of groups) {
    // Types say the same thing in words of their own.
    const key = `${group.code} ${group.title.en}`;
    codes.set(key, [...(codes.get(key) ?? []), group]);
  }
  return [...codes]
    .map(([key, own]) => ({
      key,
      groups: own,
      count: own.reduce((sum, { count }) => sum + count, 0),
    }))
    .sort((one, other) => other.count - one.count);
};
