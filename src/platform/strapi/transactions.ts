import type { Core } from '@strapi/types';
import type { WithStrapi } from '../with-strapi';

type Db = Core.Strapi['db'];

type Parameters = Record<'commit' | 'rollback', () => Promise<void>> & {
  trx: Transactor;
  onCommit: (callback: () => unknown) => void;
  onRollback: (callback: () => unknown) => void;
};

type Begun = { get: () => Transactor };

/** Of a knex transaction: what it ends with, which `commit` itself does not say. */
type Transactor = {
  commit: (value?: unknown) => Promise<unknown>;
  isCompleted: () => boolean;
  executionPromise: Promise<unknown>;
};

type Work = (parameters: Parameters) => unknown;

type Transaction = (work?: Work) => Promise<unknown>;

/**
 * Makes Strapi's transactions tell the truth when their connection is lost.
 *
 * - Knex's `commit()` resolves although `COMMIT` failed; the failure is in `executionPromise` only, at
 *   which Strapi does not look (https://github.com/knex/knex/issues/3847): a registration would be
 *   answered 200 that is not there. A `BEGIN` that failed is hidden likewise.
 * - What runs after a commit, such as the reading that announces a published entry, is a promise that
 *   nobody waits for: its failure would end the process.
 *
 * It replaces `strapi.db.transaction`, which everything of Strapi and of ours goes through, and relies on
 * the parameters it hands to its callback (`@strapi/database`, dist/index.js).
 */
export const makeTransactionsHonest = ({ strapi }: WithStrapi): void => {
  const db = strapi.db as Omit<Db, 'transaction'> & { transaction: Transaction };
  const begin = db.transaction.bind(db);
  const known = new WeakSet<Transactor>();

  /** Transactions within another one share its transactor, which is honest already. */
  const makeHonest = (trx: Transactor): void => {
    if (known.has(trx)) return;
    known.add(trx);
    const commit = trx.commit.bind(trx);
    trx.commit = async (value) => {
      await commit(value);
      return trx.executionPromise;
    };
  };

  /** Too late to change anything: whoever asked has been answered, and the rows are there. */
  const owned = (callback: () => unknown) => (): void => {
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
      makeHonest(begun.get());
      return begun;
    }
    return begin((parameters) => {
      const { trx } = parameters;
      const start = (): unknown =>
        work({
          ...parameters,
          onCommit: (callback) => parameters.onCommit(owned(callback)),
          onRollback: (callback) => parameters.onRollback(owned(callback)),
        });
      const hasFailedToBegin = !known.has(trx) && trx.isCompleted();
      makeHonest(trx);
      // Its promise is rejected with the reason.
      return hasFailedToBegin ? trx.executionPromise.then(start) : start();
    });
  };
};
