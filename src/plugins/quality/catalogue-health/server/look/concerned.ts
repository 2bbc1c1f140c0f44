import type { WithStrapi } from '../../../../../platform/with-strapi';
import { sql } from '../../../../../platform/strapi/queries';
import { EVENTS } from '../../../../changes/history';
import { documentsWith } from '../findings';
import { LONGEST_TRANSACTION } from './changed';
import { lookedStore } from './looked';

/**
 * The documents of a type of which something may have to be said, by whoever asks the rule itself: those of which it was
 * said when the catalogue was looked at, and those that were written since. Null: any, for nobody has looked yet.
 */
export const documentsToAskOf = async (
  { strapi }: WithStrapi,
  { uid, code }: { uid: string; code: string },
): Promise<readonly string[] | null> => {
  const looked = await lookedStore({ strapi }).get({});
  if (looked === null) return null;
  const found = await documentsWith({ strapi }, { uid, code });
  const { rows } = await sql(
    { strapi },
    `select distinct document_id from ${EVENTS}
      where uid = ? and at > cast(? as timestamptz) - ${LONGEST_TRANSACTION}`,
    [uid, looked.changesAt],
  );
  return [...new Set([...found, ...rows.map((row) => String(row.document_id))])];
};
