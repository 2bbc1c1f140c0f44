type Log = { warn: (message: string) => void; info: (message: string) => void };

type ClockReading = {
  /** The node's time before the query, in milliseconds since 1970. */
  before: number;
  /** The database's time. */
  database: number;
  /** The node's time after the response. */
  after: number;
  /** The names of other nodes' monitoring sessions, if they were requested. */
  others: readonly string[];
};

/** Difference that is logged as a warning. */
const WARN_MS = 2_000;

/**
 * Difference at which a node is not ready: signatures, logins and codes of other nodes would seem
 * expired.
 */
const MAX_CLOCK_DIFFERENCE_MS = 5_000;

/**
 * Number of consecutive comparisons after which a node counts as wrong. By then it knows whether
 * others see the same difference.
 */
const COMPARISONS = 4;

/** The name of the session in which a node compares its clock. */
export const WATCH_SESSION = 'education-cms watch';

/** Returns the milliseconds in a session's name, by which its node is ahead of the database. */
const parseClockSkew = (session: string): number =>
  Number(/, clock ([+-]\d+) ms$/.exec(session)?.[1] ?? 0);

/**
 * Compares the node's clock with the database's, which all nodes share. Nodes publish larger
 * differences in the names of their sessions. If all nodes see the same difference, the database's
 * clock is wrong.
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
    } else log.info('database: the clock of this node is correct again');
  };

  const warnOfSkew = (others: readonly string[]): void => {
    const isShared =
      Math.abs(skew) > MAX_CLOCK_DIFFERENCE_MS &&
      others.length > 0 &&
      others.every((session) => Math.abs(parseClockSkew(session) - skew) <= WARN_MS);
    if (isShared && !isDatabaseWrong) {
      log.warn(
        'database: all nodes see this difference: the clock of the database is wrong, and nodes stay ready',
      );
    }
    isDatabaseWrong = isShared;
  };

  return {
    compare({ before, database, after, others }: ClockReading): void {
      if (!Number.isFinite(database)) return;
      // The database read its clock at some moment in between, so a slow response is no skew.
      skew = database < before ? before - database : Math.min(0, after - database);
      wrongComparisons = Math.abs(skew) > MAX_CLOCK_DIFFERENCE_MS ? wrongComparisons + 1 : 0;
      warn();
      warnOfSkew(others);
    },

    /** Milliseconds by which the node is ahead of the database; negative if it is behind. */
    skew: (): number => skew,

    /** Returns whether the difference is large enough to compare it with other nodes. */
    isWide,

    /** Returns the name of the session in which this node compares its clock. */
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
