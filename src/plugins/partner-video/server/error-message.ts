/** Returns the log message of an error. */
export const formatErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
