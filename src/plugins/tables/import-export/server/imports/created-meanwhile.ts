import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { lockSorted } from '../../../../../platform/database/sorted-locks';
import { tableOf, type Transaction } from '../../../../../platform/strapi/queries';
import { createReferenceFinders } from '../../../bulk-edit';
import { relatedKey, type Related } from '../questions';
import type { Key } from './items';

type Row = { SKU: string | null; slug: string | null };

type InTransaction = WithStrapi & { trx: Transaction };

/**
 * Returns whether an entry with a key exists by now. The key stays locked until the transaction
 * ends, because drafts have no unique index and another import may create the same entry.
 */
export const isKeyTaken = async (
  { strapi, trx }: InTransaction,
  uid: UID.ContentType,
  { of, value }: Key,
): Promise<boolean> => {
  if (of === 'id') return false;
  await lockSorted({ strapi, trx }, [`import ${uid} ${of} ${value}`]);
  return (await tableOf<Row>({ strapi }, uid).count({ where: { [of]: value } })) > 0;
};

/**
 * Returns the id of a related entry that exists by now, or null. Its name stays locked until the
 * transaction ends.
 */
export const findRelatedByName = async (
  { strapi, trx }: InTransaction,
  ability: unknown,
  related: Related,
): Promise<string | null> => {
  const { uid, name, locales } = related;
  await lockSorted({ strapi, trx }, [`import ${relatedKey(related)}`]);
  const finders = await createReferenceFinders({ strapi }, ability, [{ target: uid, text: name }]);
  return finders({ target: uid })(name, locales[0])[0]?.documentId ?? null;
};
