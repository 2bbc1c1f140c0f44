/** Documents share so many locks: a transaction of thousands must not use up the server's. */
const LOCKS = 128;
const LOCK_CLASS = `hashtext('delivery')`;

/** Has a function wait for every transaction that settles anything, and keeps all others from settling until its own ends. */
export const lockAll = `PERFORM pg_advisory_xact_lock(${LOCK_CLASS}, n) FROM generate_series(0, ${LOCKS - 1}) n;`;

/**
 * Has a function wait for every transaction that settles one of these documents, and keeps others from settling them
 * until its own transaction ends.
 *
 * @param documents a SELECT of one column `document_id`
 */
export const lockDocuments = (documents: string): string =>
  `PERFORM pg_advisory_xact_lock(${LOCK_CLASS}, l.n)
    FROM (SELECT DISTINCT hashtext(d.document_id) & ${LOCKS - 1} AS n FROM (${documents}) d ORDER BY 1) l;`;

/**
 * Plans are kept for as long as a connection lives. One that was made while a table was small would look
 * through all of it for each of thousands of documents; and to plan anew for each transaction takes longer
 * than all the rest.
 */
export const byIndex =
  'SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan';

/** For what looks at everything: a table of many is read once, whatever the caller has set for itself. */
export const byTable = `SET enable_seqscan = on SET jit = off SET plan_cache_mode = force_custom_plan SET work_mem = '64MB'`;
