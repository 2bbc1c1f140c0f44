import type { WithStrapi } from '../../../../../platform/with-strapi';
import { sql } from '../../../../../platform/strapi/queries';
import { FINDINGS } from '../definitions';
import { replaceFindings, findDocumentsWithFinding } from '../findings';
import { catalogueRules } from '../rules';
import { type CatalogueRule, columnsOf } from '../rules/rule';
import { scanDocuments, scanAll, SOURCE } from './entries';
import { findUneditedSample, type IsUnedited } from '../unedited-sample';
import { EVENTS } from '../../../../changes/history';
import { isPageType } from '../../../../../catalogue/page-types';
import { validatedTypes } from '../../../publishing-rules';

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
  const types: readonly string[] = validatedTypes({ strapi });
  const { rows } = await sql(
    { strapi },
    `select uid, array_agg(distinct document_id) as documents from ${EVENTS}
      where at > cast(? as timestamptz) - ${LONGEST_TRANSACTION} group by uid`,
    [since],
  );
  if (rows.length === 0) return new Map();
  const changed = new Map<string, readonly string[]>(
    rows
      .map((row) => [String(row.uid), row.documents as string[]] as const)
      .filter(([uid]) => types.includes(uid)),
  );
  for (const uid of types.filter((one) => isPageType(one))) {
    const { table } = columnsOf({ strapi }, uid);
    const pages = await sql(
      { strapi },
      `select distinct document_id from ${table} where published_at is null`,
    );
    const all = pages.rows.map((row) => String(row.document_id));
    changed.set(uid, [...new Set([...(changed.get(uid) ?? []), ...all])]);
  }
  return changed;
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

const BATCH = 100;

const now = async ({ strapi }: WithStrapi): Promise<Date> => {
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

/** Runs a full scan. */
export const runFullScan = async ({ strapi }: WithStrapi, signal: AbortSignal): Promise<void> => {
  const began = (await now({ strapi })).toISOString();
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
  const began = await now({ strapi });
  const changed = await findDocumentsChangedSince({ strapi }, new Date(scanState.changesAt));
  if (changed.size === 0) return;
  const { isUnedited } = await findUneditedSample({ strapi });
  for (const [uid, documents] of changed) {
    for (let at = 0; at < documents.length; at += BATCH) {
      // The next run starts at the same time as this one.
      if (signal.aborted) return;
      await scanDocuments({ strapi }, uid, {
        documents: documents.slice(at, at + BATCH),
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
export const staleCandidates = async (
  { strapi }: WithStrapi,
  { uid, code }: { uid: string; code: string },
): Promise<readonly string[] | null> => {
  const scanState = await scanStateOf({ strapi }).get({});
  if (scanState === null) return null;
  const found = await findDocumentsWithFinding({ strapi }, { uid, code });
  const { rows } = await sql(
    { strapi },
    `select distinct document_id from ${EVENTS}
      where uid = ? and at > cast(? as timestamptz) - ${LONGEST_TRANSACTION}`,
    [uid, scanState.changesAt],
  );
  return [...new Set([...found, ...rows.map((row) => String(row.document_id))])];
};
