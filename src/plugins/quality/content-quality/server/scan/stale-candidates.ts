import type { WithStrapi } from '../../../../../platform/with-strapi';
import { sql } from '../../../../../platform/strapi/queries';
import { EVENTS } from '../../../../changes/history';
import { findDocumentsWithFinding } from '../findings';
import { LONGEST_TRANSACTION } from './changed-documents';
import { scanStateOf } from './scan';

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
