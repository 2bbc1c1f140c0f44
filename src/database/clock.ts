type Log = { warn: (message: string) => void; info: (message: string) => void };

type Reading = {
  /** The clock of the node when it asked, in milliseconds since 1970. */
  before: number;
  /** The clock of the database. */
  database: number;
  /** The clock of the node when it had the answer. */
  after: number;
};

/** A difference that is warned of. */
const WARN_MS = 2_000;

/** A difference with which a node is not ready: signatures, logins and codes of other nodes seem to be out of date. */
const WRONG_MS = 5_000;

/** Compares the clock of this node with the clock of the database, which all nodes share. */
export const compareClocks = (log: Log) => {
  let skew = 0;
  let isWarned = false;

  return {
    compare({ before, database, after }: Reading): void {
      if (!Number.isFinite(database)) return;
      // The database has read its clock at some moment in between; a slow answer is no skew.
      skew = database < before ? before - database : Math.min(0, after - database);
      const isWide = Math.abs(skew) > WARN_MS;
      if (isWide === isWarned) return;
      isWarned = isWide;
      if (isWide) {
        const seconds = (Math.abs(skew) / 1000).toFixed(1);
        log.warn(
          `database: the clock of this node is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} the clock of the database`,
        );
      } else log.info('database: the clock of this node is right again');
    },

    /** Milliseconds by which the node is ahead of the database; negative: behind. */
    skew: (): number => skew,

    isRight: (): boolean => Math.abs(skew) <= WRONG_MS,
  };
};

export type ClockComparison = ReturnType<typeof compareClocks>;
