import { Semaphore } from 'async-mutex';

/** More wait already than can be served in a time that anybody waits. */
export class TooMuchToDo extends Error {
  override name = 'TooMuchToDo';
}

type Options = {
  /** Works that go on at the same time. */
  atOnce: number;
  /** Works that may wait for those. */
  waiting: number;
};

/** Does each work once, however many ask for it meanwhile, and few of them at a time. */
export const createWorkshop = <T>({ atOnce, waiting }: Options) => {
  const semaphore = new Semaphore(atOnce);
  const underWay = new Map<string, Promise<T>>();

  return {
    /** @throws TooMuchToDo */
    do(key: string, work: () => Promise<T>): Promise<T> {
      const known = underWay.get(key);
      if (known !== undefined) return known;
      if (underWay.size >= atOnce + waiting) {
        return Promise.reject(new TooMuchToDo(`${underWay.size} pictures are waiting`));
      }
      const done = semaphore.runExclusive(work).finally(() => underWay.delete(key));
      underWay.set(key, done);
      return done;
    },
  };
};

export type Workshop<T> = ReturnType<typeof createWorkshop<T>>;
