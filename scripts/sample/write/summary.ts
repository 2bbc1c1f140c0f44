/** Numbers of created, updated and unchanged entries. */
export type Tally = { created: number; updated: number; unchanged: number };

/** Result of a load by folder of the sample; `images` is one of them. */
export type Summary = Record<string, Tally>;

export const createEmptyTally = (): Tally => ({ created: 0, updated: 0, unchanged: 0 });

/** Returns a text such as `12 created, 3 unchanged`, without zero counts. */
export const describeTally = (tally: Tally): string => {
  const parts = Object.entries(tally).filter(([, count]) => count > 0);
  return parts.length === 0 ? 'none' : parts.map(([name, count]) => `${count} ${name}`).join(', ');
};
