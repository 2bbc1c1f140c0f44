import { checkoutErrors } from '../../../contract';
import { httpError } from '../../../../../http/errors';
import type { WithStrapi } from '../../types';

export type SoldProduct = {
  documentId: string;
  title: string;
  SKU: string;
  payID: string;
};

type Row = SoldProduct & {
  locale: string;
  payCrm: string | null;
  verticals: { slug: string }[];
};

type Wanted = { payId: string; vertical: string; origin: string; language: string };

const published = async ({ strapi }: WithStrapi, payId: string): Promise<Row[]> =>
  (await strapi.db.query('api::product.product').findMany({
    where: { payID: payId, publishedAt: { $notNull: true } },
    select: ['documentId', 'title', 'SKU', 'payID', 'payCrm', 'locale'],
    populate: { verticals: { select: ['slug'] } },
    orderBy: { id: 'asc' },
  })) as Row[];

/**
 * The published product that a payment identifier names, if this account sells it in this business line.
 * Several languages of it are one product; its title is taken in the wanted one where there is one.
 *
 * @throws PRODUCT_NOT_FOUND, ORIGIN_MISMATCH or PRODUCT_NOT_IN_VERTICAL
 */
export const productToSell = async (
  { strapi }: WithStrapi,
  { payId, vertical, origin, language }: Wanted,
): Promise<SoldProduct> => {
  const rows = await published({ strapi }, payId);
  if (rows.length === 0) throw httpError(checkoutErrors.PRODUCT_NOT_FOUND);
  const ofAccount = rows.filter(
    ({ payCrm }) => !payCrm?.trim() || payCrm.trim().toLowerCase() === origin,
  );
  if (ofAccount.length === 0) throw httpError(checkoutErrors.ORIGIN_MISMATCH);
  const sold = ofAccount.filter(({ verticals }) => verticals.some(({ slug }) => slug === vertical));
  const chosen = sold.find(({ locale }) => locale === language) ?? sold[0];
  if (chosen === undefined) throw httpError(checkoutErrors.PRODUCT_NOT_IN_VERTICAL);
  const { documentId, title, SKU, payID } = chosen;
  return { documentId, title, SKU, payID };
};
