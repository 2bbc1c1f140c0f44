import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { permittedWhere } from '../../../../../platform/strapi/permitted-query';
import { tableOf } from '../../../../../platform/strapi/queries';

type Asked = { uid: UID.ContentType; ability: unknown; documentId: string };

/**
 * Returns the locales in which an entry is published and on sale. Checkout sells a product while
 * one of its published locales is on sale.
 */
export const localesOnSale = async (
  { strapi }: WithStrapi,
  { uid, ability, documentId }: Asked,
): Promise<string[]> => {
  const readable = await permittedWhere({ strapi }, { ability, uid, query: {} });
  const rows = await tableOf<{ locale: string | null; isSoon: boolean | null }>(
    { strapi },
    uid,
  ).findMany({
    where: { $and: [readable, { documentId, publishedAt: { $notNull: true } }] },
    select: ['locale', 'isSoon'],
    orderBy: { locale: 'asc' },
  });
  return rows.flatMap(({ locale, isSoon }) => (isSoon === true ? [] : (locale ?? [])));
};
