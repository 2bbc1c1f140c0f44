/**
 * Returns a function that runs `work` once for all concurrent callers and gives each the result.
 */
export const singleFlight = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let flight: Promise<T> | undefined;
  return () => {
    flight ??= work().finally(() => {
      flight = undefined;
    });
    return flight;
  };
};
