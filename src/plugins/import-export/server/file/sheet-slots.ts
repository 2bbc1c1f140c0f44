/** Each may take a processor for a minute, and more than a gigabyte of memory. */
export const MOST_PER_PERSON = 2;
export const MOST_PER_NODE = 4;

/** Files that are being read or written at this node, by the number of the person who waits for them. */
const running = new Map<number, number>();

const runningInAll = (): number => [...running.values()].reduce((sum, count) => sum + count, 0);

type Slot = { isTaken: true; release: () => void } | { isTaken: false; isPersonal: boolean };

/** Takes a place among the files that are read or written at the same time; nobody queues for one. */
export const takeSlot = (person: number): Slot => {
  const own = running.get(person) ?? 0;
  if (own >= MOST_PER_PERSON) return { isTaken: false, isPersonal: true };
  if (runningInAll() >= MOST_PER_NODE) return { isTaken: false, isPersonal: false };
  running.set(person, own + 1);
  return {
    isTaken: true,
    release: () => {
      const left = (running.get(person) ?? 1) - 1;
      if (left === 0) running.delete(person);
      else running.set(person, left);
    },
  };
};

/** How many files of a person are being read or written. */
export const slotsOf = (person: number): number => running.get(person) ?? 0;
