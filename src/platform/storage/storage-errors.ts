/** Error of a storage that did not respond in time; the file may exist. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

const formatHttpStatus = (error: Error): string => {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode === undefined ? '' : `, HTTP ${$metadata.httpStatusCode}`;
};

/** Returns whether a call was not made, because earlier ones have failed. */
export const isNotTried = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'EOPENBREAKER';

/**
 * Returns the provider's name of an error, as in "AccessDenied, HTTP 403" or "TimeoutError
 * ECONNRESET". Messages are left out, because they may contain credentials.
 */
export const getStorageErrorName = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown error';
  const { code } = error as NodeJS.ErrnoException;
  if (isNotTried(error)) return 'not tried, for earlier calls failed';
  const names = [error.name === 'Error' ? undefined : error.name, code];
  return `${[...new Set(names.filter(Boolean))].join(' ')}${formatHttpStatus(error)}`;
};
