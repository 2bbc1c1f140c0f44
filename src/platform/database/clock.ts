type Log = { warn: (message: string) => void; info: (message: string) => void };

type Reading = {
  /** The clock of the node when it asked, in milliseconds since 1970. */
  before: number;
  /** The clock of the database. */
  database: number;
  /** The clock of the node when it had the answer. */
  after: number;
  /** The names of the sessions in which other nodes ask, as far as they were asked for. */
  others: readonly string[];
};

/** A difference that is warned of. */
const WARN_MS = 2_000;

/** A difference with which a node is not ready: signatures, logins and codes of other nodes seem to be out of date. */
const WRONG_MS = 5_000;

/** Comparisons in a row after which a node counts as wrong; by then it knows whether others see the same difference. */
const COMPARISONS = 4;

/** The name of the session in which a node compares its clock. */
export const WATCH_SESSION = 'education-cms watch';

/** Returns the milliseconds that a session's name tells, by which its node is ahead of the database. */
const skewIn = (session: string): number => Number(/, clock ([+-]\d+) ms$/.exec(session)?.[1] ?? 0);

/**
 * Compares the clock of this node with the clock of the database, which all nodes share. Nodes tell each other larger
 * differences by the names of their sessions: where all nodes see the same one, the clock of the database is wrong.
 */
export const compareClocks = (log: Log) => {
  let skew = 0;
  let isWarned = false;
  let wrongComparisons = 0;
  let isDatabaseWrong = false;

  const isWide = (): boolean => Math.abs(skew) > WARN_MS;

  const warn = (): void => {
    if (isWide() === isWarned) return;
    isWarned = isWide();
    if (isWarned) {
      const seconds = (Math.abs(skew) / 1000).toFixed(1);
      log.warn(
        `database: the clock of this node is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} the clock of the database`,
      );
    } else log.info('database: the clock of this node is right again');
  };

  const blame = (others: readonly string[]): void => {
    const isShared =
      Math.abs(skew) > WRONG_MS &&
      others.length > 0 &&
      others.every((session) => Math.abs(skewIn(session) - skew) <= WARN_MS);
    if (isShared && !isDatabaseWrong) {
      log.warn('database: all nodes see this difference: its clock is wrong, and nodes stay ready');
    }
    isDatabaseWrong = isShared;
  };

  return {
    compare({ before, database, after, others }: Reading): void {
      if (!Number.isFinite(database)) return;
      // The database has read its clock at some moment in between; a slow answer is no skew.
      skew = database < before ? before - database : Math.min(0, after - database);
      wrongComparisons = Math.abs(skew) > WRONG_MS ? wrongComparisons + 1 : 0;
      warn();
      blame(others);
    },

    /** Milliseconds by which the node is ahead of the database; negative: behind. */
    skew: (): number => skew,

    /** Whether the difference is one that other nodes are to be asked about. */
    isWide,

    /** The name of the session in which this node asks. */
    session: (): string => {
      const milliseconds = Math.round(skew);
      return isWide()
        ? `${WATCH_SESSION}, clock ${milliseconds > 0 ? '+' : ''}${milliseconds} ms`
        : WATCH_SESSION;
    },

    isRight: (): boolean => wrongComparisons < COMPARISONS || isDatabaseWrong,
  };
};

export type ClockComparison = ReturnType<typeof compareClocks>;
