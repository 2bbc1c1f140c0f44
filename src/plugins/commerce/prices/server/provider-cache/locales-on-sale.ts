import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { isWithheldAt } from '../../../../../catalogue/off-sale';
import { permittedWhere } from '../../../../../platform/strapi/permitted-query';
import { databaseNow, tableOf } from '../../../../../platform/strapi/queries';

type Row = {
  locale: string | null;
  isSoon: boolean | null;
  isOffSale: boolean | null;
  onSaleAgainAt: string | null;
};

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
  const rows = await tableOf<Row>({ strapi }, uid).findMany({
    where: { $and: [readable, { documentId, publishedAt: { $notNull: true } }] },
    select: ['locale', 'isSoon', 'isOffSale', 'onSaleAgainAt'],
    orderBy: { locale: 'asc' },
  });
  const now = await databaseNow({ strapi });
  return rows.filter((row) => !isWithheldAt(row, now)).flatMap(({ locale }) => locale ?? []);
};
