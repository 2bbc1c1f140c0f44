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
export const boundedLines = ({ write, perSecond }: Options): ((line: string) => void) => {
  let written = 0;
  let left = 0;
  let isCounting = false;

  const begin = (): void => {
    isCounting = true;
    const end = (): void => {
      if (left > 0) write(`${left} more like these`);
      [written, left, isCounting] = [0, 0, false];
    };
    // A pending line must not keep the process from ending.
    setTimeout(end, SECOND).unref();
  };

  return (line) => {
    if (!isCounting) begin();
    if (written >= perSecond) {
      left += 1;
      return;
    }
    written += 1;
    write(line);
  };
};
