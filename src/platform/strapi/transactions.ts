import type { Core } from '@strapi/types';
import type { WithStrapi } from '../with-strapi';

type Db = Core.Strapi['db'];

type Parameters = Record<'commit' | 'rollback', () => Promise<void>> & {
  trx: Transactor;
  onCommit: (callback: () => unknown) => void;
  onRollback: (callback: () => unknown) => void;
};

type Begun = { get: () => Transactor };

/** The part of a knex transaction that reveals its outcome, which `commit` itself does not. */
type Transactor = {
  commit: (value?: unknown) => Promise<unknown>;
  isCompleted: () => boolean;
  executionPromise: Promise<unknown>;
};

type Work = (parameters: Parameters) => unknown;

type Transaction = (work?: Work) => Promise<unknown>;

/**
 * Makes Strapi's transactions report errors when their connection is lost.
 *
 * - Knex's `commit()` resolves even if `COMMIT` failed. The error is only in `executionPromise`,
 *   which Strapi ignores (https://github.com/knex/knex/issues/3847). A registration would be
 *   answered with 200 although it was not stored. A failed `BEGIN` is hidden likewise.
 * - Callbacks after a commit, such as reading a published entry for its event, return promises that
 *   nobody awaits. Their errors would end the process.
 *
 * It replaces `strapi.db.transaction`, which all transactions use, and relies on the parameters
 * that it passes to its callback (`@strapi/database`, dist/index.js).
 */
export const surfaceCommitErrors = ({ strapi }: WithStrapi): void => {
  const db = strapi.db as Omit<Db, 'transaction'> & { transaction: Transaction };
  const begin = db.transaction.bind(db);
  const wrapped = new WeakSet<Transactor>();

  /** Nested transactions share the outer transactor, which is already wrapped. */
  const awaitCommit = (trx: Transactor): void => {
    if (wrapped.has(trx)) return;
    wrapped.add(trx);
    const commit = trx.commit.bind(trx);
    trx.commit = async (value) => {
      await commit(value);
      return trx.executionPromise;
    };
  };

  /** The response is sent and the rows are stored, so the error is only logged. */
  const loggingErrors = (callback: () => unknown) => (): void => {
    void Promise.resolve()
      .then(callback)
      .catch((error: unknown) => {
        strapi.log.error(
          `after a transaction: ${error instanceof Error ? error.message : 'failed'}`,
        );
      });
  };

  db.transaction = async (work) => {
    if (work === undefined) {
      const begun = (await begin()) as Begun;
      awaitCommit(begun.get());
      return begun;
    }
    return begin((parameters) => {
      const { trx } = parameters;
      const start = (): unknown =>
        work({
          ...parameters,
          onCommit: (callback) => parameters.onCommit(loggingErrors(callback)),
          onRollback: (callback) => parameters.onRollback(loggingErrors(callback)),
        });
      const hasFailedToBegin = !wrapped.has(trx) && trx.isCompleted();
      awaitCommit(trx);
      // Its promise is rejected with the reason.
      return hasFailedToBegin ? trx.executionPromise.then(start) : start();
    });
  };
};
