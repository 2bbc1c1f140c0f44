import type { WithStrapi } from '../../../../../platform/with-strapi';
import { sql } from '../../../../../platform/strapi/queries';
import { EVENTS } from '../../../../changes/history';
import { isPageType } from '../../../../pages';
import { judgedTypes } from '../../../readiness';
import { columnsOf } from '../rules/columns';

/** What was written in a transaction shows when that ends: longer than any of them takes. */
export const LONGEST_TRANSACTION = "interval '2 minutes'";

/**
 * The documents that were written since, by their types; and where there are some, every page as well: what a page shows
 * may have been published or taken back.
 */
export const changedSince = async (
  { strapi }: WithStrapi,
  since: Date,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const types: readonly string[] = judgedTypes({ strapi });
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
