/** What PostgreSQL says of each statement in a transaction that has failed already, and nothing of why it has. */
const IN_FAILED_TRANSACTION = '25P02';

const stateOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/**
 * Remembers, for one connection, what failed its transaction. Strapi goes on after a failure within a transaction of
 * somebody else's, to put back the columns of the entry (`update` in `@strapi/database`,
 * dist/entity-manager/index.js), and hands on what comes of that: "current transaction is aborted", from which
 * nobody learns that a rule is broken or a sequence has come to its end.
 *
 * @returns for an error of a statement, the one to hand on: that which failed the transaction, or itself
 */
export const rememberFailure = (): ((error: unknown) => unknown) => {
  let failure: unknown;
  return (error) => {
    if (stateOf(error) !== IN_FAILED_TRANSACTION) failure = error;
    return failure ?? error;
  };
};
