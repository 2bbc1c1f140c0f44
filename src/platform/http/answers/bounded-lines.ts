const SECOND = 1_000;

type Options = {
  write: (line: string) => void;
  /** Maximum number of lines a second. */
  perSecond: number;
};

/**
 * Returns a function that writes log lines at a limited rate, so that callers cannot fill the disk.
 * Lines above the limit are counted, and the count is written when the second ends.
 */
export const createLineLimiter = ({ write, perSecond }: Options): ((line: string) => void) => {
  let writtenCount = 0;
  let suppressedCount = 0;
  let isCounting = false;

  const begin = (): void => {
    isCounting = true;
    const end = (): void => {
      if (suppressedCount > 0) write(`${suppressedCount} more like these`);
      [writtenCount, suppressedCount, isCounting] = [0, 0, false];
    };
    // A pending line must not keep the process from ending.
    setTimeout(end, SECOND).unref();
  };

  return (line) => {
    if (!isCounting) begin();
    if (writtenCount >= perSecond) {
      suppressedCount += 1;
      return;
    }
    writtenCount += 1;
    write(line);
  };
};
