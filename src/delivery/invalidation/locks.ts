/** Advisory locks that all documents share. One for each would exhaust the lock table. */
const LOCKS = 128;
const LOCK_CLASS = `hashtext('delivery')`;

/** SQL that locks the processing of all documents until the transaction ends. */
export const lockAll = `PERFORM pg_advisory_xact_lock(${LOCK_CLASS}, n) FROM generate_series(0, ${LOCKS - 1}) n;`;

/** Returns SQL that locks documents (a SELECT of one column) until the transaction ends. */
export const lockDocuments = (documents: string): string =>
  `PERFORM pg_advisory_xact_lock(${LOCK_CLASS}, l.n)
    FROM (SELECT DISTINCT hashtext(d.document_id) & ${LOCKS - 1} AS n FROM (${documents}) d ORDER BY 1) l;`;

/**
 * Plan settings for functions that read by index. PostgreSQL keeps a plan as long as the
 * connection. A plan made for a small table would later scan the whole table for each of thousands
 * of documents. Planning again for each transaction takes longer than the rest of its work.
 */
export const byIndex =
  'SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan';

/** Plan settings for functions that read whole tables once, whatever the caller has set. */
export const byTable = `SET enable_seqscan = on SET jit = off SET plan_cache_mode = force_custom_plan SET work_mem = '64MB'`;
