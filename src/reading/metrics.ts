const names = [
  'hits',
  'notModified',
  'misses',
  'fragmentHits',
  'renders',
  'changes',
  'reconnections',
] as const;

type Name = (typeof names)[number];

/** Counts what the reading engine does, from the start of the process. */
export const createCounters = () => {
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  return {
    add(name: Name, by = 1): void {
      counts[name] += by;
    },
    read: (): Readonly<Record<Name, number>> => ({ ...counts }),
  };
};

export type Counters = ReturnType<typeof createCounters>;
