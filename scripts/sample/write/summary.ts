/** What became of a number of entries. */
export type Tally = { created: number; updated: number; unchanged: number };

/** What a load did, by folder of the sample; `images` is one of them. */
export type Summary = Record<string, Tally>;

export const emptyTally = (): Tally => ({ created: 0, updated: 0, unchanged: 0 });

/** `12 created, 3 unchanged`: only what happened. */
export const describeTally = (tally: Tally): string => {
  const parts = Object.entries(tally).filter(([, count]) => count > 0);
  return parts.length === 0 ? 'none' : parts.map(([what, count]) => `${count} ${what}`).join(', ');
};
