import type { WithStrapi } from '#platform/strapi/with-strapi';
import { sql, runSqlInTransaction } from '#platform/strapi/queries';
import { FINDINGS, replaceFindings, findDocumentsWithFinding, type Finding } from './findings';
import { catalogueRules } from './rules';
import { type CatalogueRule, getColumns, readDocuments } from './rules/rule';
import { EVENTS } from '#plugins/changes/history';
import { isPageType } from '#catalogue/page-types';
import { listValidatedTypes, evaluateStored } from '../../publishing-rules';
import { readSampleIds } from '#feature/sample-entries';
import { FILES } from '../content-quality';
import { getJobs } from '#platform/jobs';

/** Returns whether an entry or file belongs to the sample, and nobody has edited it since. */
export type IsUnedited = (entry: { uid: string; documentId: string }) => boolean;

/** Events that the loader of the sample records. Any other event is an edit. */
const LOADING = ['import', 'shared', 'found'];

/**
 * Finds the unedited entries of the sample. The to-do list leaves them out: they are nobody's work,
 * and would hide the findings of real entries.
 */
export const findUneditedSample = async ({
  strapi,
}: WithStrapi): Promise<{ isUnedited: IsUnedited; hasSample: boolean }> => {
  const { documents, files } = await readSampleIds({ strapi });
  if (documents.length === 0) return { isUnedited: () => false, hasSample: false };
  const { rows } = await sql(
    { strapi },
    `select distinct document_id from ${EVENTS}
      where document_id = any(cast(? as text[]))
        and not (actor_kind = 'service' and event = any(cast(? as text[])))`,
    [[...documents], LOADING],
  );
  const edited = new Set(rows.map((row) => String(row.document_id)));
  const unedited = new Set(documents.filter((documentId) => !edited.has(documentId)));
  const ownFiles = new Set(files);
  return {
    isUnedited: ({ uid, documentId }) =>
      uid === FILES ? ownFiles.has(documentId) : unedited.has(documentId),
    hasSample: true,
  };
};

/**
 * Source of the findings of publishing rules. Older releases, which may run beside this one, write
 * the same value and delete the findings of other sources.
 */
const SOURCE = 'readiness';

/**
 * Documents evaluated at a time: some megabytes, and a fraction of a second before other work
 * continues.
 */
const BATCH = 100;

type ScanScope = { documents: readonly string[]; isUnedited: IsUnedited };

/**
 * Evaluates the drafts of some documents of a type. Findings of deleted documents and of unedited
 * sample entries are removed.
 */
const scanDocuments = async (
  { strapi }: WithStrapi,
  uid: string,
  { documents, isUnedited }: ScanScope,
): Promise<void> => {
  const counted = documents.filter((documentId) => !isUnedited({ uid, documentId }));
  const evaluated =
    counted.length === 0 ? [] : await evaluateStored({ strapi }, uid, { documentIds: counted });
  const findings = evaluated.flatMap(({ documentId, locale, findings: entryFindings }) =>
    entryFindings.map((finding): Finding => ({
      uid,
      documentId,
      locale,
      code: finding.group,
      field: finding.path.length === 0 ? null : String(finding.path[0]),
      severity: finding.severity,
      title: finding.title,
      text: finding.text,
    })),
  );
  await replaceFindings({ strapi }, { source: SOURCE, uid, documents }, findings);
};

/** Removes the findings of documents that no longer exist. */
const forgetGone = async ({ strapi }: WithStrapi, uid: string): Promise<void> => {
  const { table, localeOf } = getColumns({ strapi }, uid);
  await sql(
    { strapi },
    `delete from ${FINDINGS} f where f.uid = ? and f.source = ? and not exists (
       select from ${table} d where d.document_id = f.document_id and ${localeOf('d')} = f.locale
          and d.published_at is null)`,
    [uid, SOURCE],
  );
};

/** Evaluates all drafts. */
const scanAll = async (
  { strapi }: WithStrapi,
  { isUnedited, signal }: { isUnedited: IsUnedited; signal: AbortSignal },
): Promise<void> => {
  for (const uid of listValidatedTypes({ strapi })) {
    const drafts = { condition: 'd.published_at is null', size: BATCH };
    for await (const batch of readDocuments({ strapi }, uid, drafts)) {
      signal.throwIfAborted();
      const documents = batch.map(({ documentId }) => documentId);
      await scanDocuments({ strapi }, uid, { documents, isUnedited });
    }
    await forgetGone({ strapi }, uid);
  }
};

/**
 * Overlap between two scans. Events become visible when their transaction commits, and no
 * transaction takes longer.
 */
const LONGEST_TRANSACTION = "interval '2 minutes'";

/**
 * Returns the documents written since a time, by type. If there are any, all pages are included: an
 * entry on a page may have been published or unpublished.
 */
const findDocumentsChangedSince = async (
  { strapi }: WithStrapi,
  since: Date,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const types: readonly string[] = listValidatedTypes({ strapi });
  const { rows } = await sql(
    { strapi },
    `select uid, array_agg(distinct document_id) as documents from ${EVENTS}
      where at > cast(? as timestamptz) - ${LONGEST_TRANSACTION} group by uid`,
    [since],
  );
  if (rows.length === 0) return new Map();
  const changedDocuments = new Map<string, readonly string[]>(
    rows
      .map((row) => [String(row.uid), row.documents as string[]] as const)
      .filter(([uid]) => types.includes(uid)),
  );
  for (const uid of types.filter((type) => isPageType(type))) {
    const { table } = getColumns({ strapi }, uid);
    const pages = await sql(
      { strapi },
      `select distinct document_id from ${table} where published_at is null`,
    );
    const all = pages.rows.map((row) => String(row.document_id));
    changedDocuments.set(uid, [...new Set([...(changedDocuments.get(uid) ?? []), ...all])]);
  }
  return changedDocuments;
};

/** Start times of the last full and incremental scan, in ISO 8601 by the database's clock. */
type ScanState = { everythingAt: string; changesAt: string };

type Store = {
  get: (of: object) => Promise<ScanState | null>;
  set: (of: { value: ScanState }) => Promise<void>;
};

/** Returns the store of the scan state. Its name and key are those of earlier releases. */
export const scanStateOf = ({ strapi }: WithStrapi): Store =>
  strapi.store({ type: 'plugin', name: 'catalogue-health', key: 'looked' }) as Store;

const readDatabaseTime = async ({ strapi }: WithStrapi): Promise<Date> => {
  const { rows } = await sql({ strapi }, 'select clock_timestamp() as now');
  return new Date(String(rows[0]?.now));
};

/**
 * Runs rules one by one. A rule that throws does not stop the others; the next scan runs it again.
 */
const applyRules = async (
  { strapi }: WithStrapi,
  { rules, isUnedited }: { rules: readonly CatalogueRule[]; isUnedited: IsUnedited },
): Promise<void> => {
  for (const { name: source, code, severity, title, find } of rules) {
    try {
      const findings = (await find({ strapi }))
        .filter((finding) => !isUnedited(finding))
        .map((finding) => {
          const { locale = null, field = null, text = title } = finding;
          return { ...finding, code, severity, title, locale, field, text };
        });
      await replaceFindings({ strapi }, { source }, findings);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      strapi.log.error(`content-quality: ${source} could not be checked: ${reason}`);
    }
  }
};

/** Removes the findings of rules that no longer exist. */
const forgetFormerRules = async ({ strapi }: WithStrapi): Promise<void> => {
  await sql({ strapi }, `delete from ${FINDINGS} where source <> all(cast(? as text[]))`, [
    [SOURCE, ...catalogueRules.map(({ name }) => name)],
  ]);
};

const remember = async ({ strapi }: WithStrapi, scanState: ScanState): Promise<void> => {
  await scanStateOf({ strapi }).set({ value: scanState });
};

export const runFullScan = async ({ strapi }: WithStrapi, signal: AbortSignal): Promise<void> => {
  const began = (await readDatabaseTime({ strapi })).toISOString();
  await forgetFormerRules({ strapi });
  const { isUnedited } = await findUneditedSample({ strapi });
  await scanAll({ strapi }, { isUnedited, signal });
  await applyRules({ strapi }, { rules: catalogueRules, isUnedited });
  await remember({ strapi }, { everythingAt: began, changesAt: began });
};

/** Scans the documents written since the last scan. Does nothing before the first full scan. */
export const runIncrementalScan = async (
  { strapi }: WithStrapi,
  signal: AbortSignal,
): Promise<void> => {
  const scanState = await scanStateOf({ strapi }).get({});
  if (scanState === null) return;
  const began = await readDatabaseTime({ strapi });
  const changedDocuments = await findDocumentsChangedSince(
    { strapi },
    new Date(scanState.changesAt),
  );
  if (changedDocuments.size === 0) return;
  const { isUnedited } = await findUneditedSample({ strapi });
  for (const [uid, documents] of changedDocuments) {
    for (let start = 0; start < documents.length; start += BATCH) {
      // The next run starts at the same time as this one.
      if (signal.aborted) return;
      await scanDocuments({ strapi }, uid, {
        documents: documents.slice(start, start + BATCH),
        isUnedited,
      });
    }
  }
  const rules = catalogueRules.filter(({ isCostly }) => isCostly !== true);
  await applyRules({ strapi }, { rules, isUnedited });
  await remember({ strapi }, { ...scanState, changesAt: began.toISOString() });
};

/**
 * Returns the documents that may have a finding: those reported by the last scan and those written
 * since. Callers then evaluate the rule on these only. Null before the first full scan: any
 * document may have it.
 */
export const loadStaleCandidates = async (
  { strapi }: WithStrapi,
  { uid, code }: { uid: string; code: string },
): Promise<readonly string[] | null> => {
  const scanState = await scanStateOf({ strapi }).get({});
  if (scanState === null) return null;
  const affected = await findDocumentsWithFinding({ strapi }, { uid, code });
  const { rows } = await runSqlInTransaction(
    { strapi },
    `select distinct document_id from ${EVENTS}
      where uid = ? and at > cast(? as timestamptz) - ${LONGEST_TRANSACTION}`,
    [uid, scanState.changesAt],
  );
  return [...new Set([...affected, ...rows.map((row) => String(row.document_id))])];
};

// The plugin's earlier name: queues and the store keep it, because older nodes use them too.
const EVERYTHING = 'catalogue-health.everything';
const CHANGES = 'catalogue-health.changes';

/** Runs after the query of the payment accounts, whose result the rules read. */
const EVERY_NIGHT = '23 4 * * *';
const EVERY_MINUTE = '* * * * *';

/** Defines the scan jobs: an incremental scan every minute, a full scan every night. */
export const defineScans = ({ strapi }: WithStrapi): void => {
  const jobs = getJobs({ strapi });
  jobs.define(EVERYTHING, ({ signal }) => runFullScan({ strapi }, signal), {
    retryLimit: 2,
    expireInSeconds: 1800,
    concurrency: 1,
  });
  // The next run covers the work of a failed one.
  jobs.define(CHANGES, ({ signal }) => runIncrementalScan({ strapi }, signal), {
    retryLimit: 0,
    expireInSeconds: 300,
    concurrency: 1,
  });
  jobs.schedule(EVERYTHING, EVERY_NIGHT);
  jobs.schedule(CHANGES, EVERY_MINUTE);
};

const scanRequestStore = ({ strapi }: WithStrapi) =>
  strapi.store({ type: 'plugin', name: 'catalogue-health', key: 'asked' });

/** Returns whether a requested full scan is pending or running. */
export const isScanning = async ({ strapi }: WithStrapi): Promise<boolean> => {
  const id: unknown = await scanRequestStore({ strapi }).get({});
  const state =
    typeof id === 'string' ? await getJobs({ strapi }).stateOf(EVERYTHING, id) : 'completed';
  return state === 'created' || state === 'retry' || state === 'active';
};

/** Queues a full scan, unless one is already pending or running. */
export const queueFullScan = async ({ strapi }: WithStrapi): Promise<void> => {
  if (await isScanning({ strapi })) return;
  const id = await getJobs({ strapi }).enqueue(EVERYTHING, {});
  await scanRequestStore({ strapi }).set({ value: id });
};

/** Queues a full scan if none has ever run. */
export const queueFirstScan = async ({ strapi }: WithStrapi): Promise<void> => {
  if ((await scanStateOf({ strapi }).get({})) === null) await queueFullScan({ strapi });
};
