import type { WithStrapi } from '../../../../../platform/with-strapi';
import { sql } from '../../../../../platform/strapi/queries';
import { EVENTS } from '../../../../changes/history';
import { isPageType } from '../../../../../catalogue/page-types';
import { validatedTypes } from '../../../publishing-rules';
import { columnsOf } from '../rules/columns';

/**
 * Overlap between two scans. Events become visible when their transaction commits, and no
 * transaction takes longer.
 */
export const LONGEST_TRANSACTION = "interval '2 minutes'";

/**
 * Returns the documents written since a time, by type. If there are any, all pages are included: an
 * entry on a page may have been published or unpublished.
 */
export const findDocumentsChangedSince = async (
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
