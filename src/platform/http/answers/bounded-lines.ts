const SECOND = 1_000;

type Options = {
  write: (line: string) => void;
  /** How many lines are written in any one second. */
  perSecond: number;
};

/**
 * Writes what strangers cause, but no faster than a disk can bear: what is more than a second's share is counted, and
 * the count is written when the second is over.
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
    // A line that is owed keeps no process from ending.
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
