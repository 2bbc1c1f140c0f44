import { rankOf, type Group } from '../content-quality';

/** Groups with the same finding, and their total number of entries. */
export type MergedGroup = { key: string; groups: readonly Group[]; count: number };

/** Merges groups with the same finding, sorted by rank and descending count. */
export const mergeGroups = (groups: readonly Group[]): MergedGroup[] => {
  const codes = new Map<string, Group[]>();
  for (const group of groups) {
    // Types may word the same code differently.
    const key = `${group.code} ${group.title.en}`;
    codes.set(key, [...(codes.get(key) ?? []), group]);
  }
  return [...codes]
    .map(([key, own]) => ({
      key,
      groups: own,
      count: own.reduce((sum, { count }) => sum + count, 0),
      rank: rankOf(own[0]?.code ?? ''),
    }))
    .sort((one, other) => one.rank - other.rank || other.count - one.count);
};
