/**
 * PostgreSQL's code for statements in a transaction that has already failed. It does not give the
 * original error.
 */
const IN_FAILED_TRANSACTION = '25P02';

const stateOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/**
 * Returns a function that replaces follow-up errors on a connection by the original error. After a
 * failure in an outer transaction, Strapi still restores the entry's columns (`update` in
 * `@strapi/database`, dist/entity-manager/index.js). It then reports "current transaction is
 * aborted", which hides the violated constraint or the exhausted sequence.
 *
 * @returns maps a statement's error to the one that failed the transaction, or to itself
 */
export const rememberFailure = (): ((error: unknown) => unknown) => {
  let failure: unknown;
  return (error) => {
    if (stateOf(error) !== IN_FAILED_TRANSACTION) failure = error;
    return failure ?? error;
  };
};
