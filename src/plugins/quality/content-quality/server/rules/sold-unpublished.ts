import { sql } from '../../../../../platform/strapi/queries';
import { contentTypesOf, hasDrafts } from '../../../../../platform/strapi/models';
import { readCachedProducts } from '../../../../commerce/prices';
import { PAYMENT_PRODUCT } from '../../../../../catalogue/money/price-fields';
import type { Finding } from '../findings';
import { columnsOf } from './columns';
import type { CatalogueRule } from './rule';

const title = {
  en: 'The payment product is on sale, but the entry is not published in any locale.',
  es: 'El producto de pago está a la venta, pero la entrada no está publicada en ningún idioma.',
};

type Draft = { document_id: string; locale: string; pay_id: string };

/**
 * Finds unpublished entries whose payment product is still sold. Customers could be charged for it
 * without finding a page.
 */
export const soldUnpublished: CatalogueRule = {
  name: 'sold-unpublished',
  async find({ strapi }) {
    const found: Finding[] = [];
    for (const type of contentTypesOf({ strapi })) {
      const { uid, attributes } = type;
      if (attributes[PAYMENT_PRODUCT] === undefined || !hasDrafts(type)) continue;
      const { table, column, localeOf } = columnsOf({ strapi }, uid);
      const payment = `d.${column(PAYMENT_PRODUCT)}`;
      const { rows } = await sql(
        { strapi },
        `select d.document_id, ${localeOf('d')} as locale, ${payment} as pay_id from ${table} d
          where d.${column('publishedAt')} is null and ${payment} <> ''
            and not exists (select from ${table} p
              where p.document_id = d.document_id and p.${column('publishedAt')} is not null)
          order by 1, 2`,
      );
      const drafts = rows as Draft[];
      const known = await readCachedProducts(
        { strapi },
        drafts.map(({ pay_id: payID }) => payID),
      );
      for (const { document_id: documentId, locale, pay_id: payID } of drafts) {
        const selling = (known.get(payID) ?? []).filter(({ product }) => product === 'sold');
        if (selling.length === 0) continue;
        const said = `${payID} (${selling.map(({ account }) => account).join(', ')})`;
        found.push({
          uid,
          documentId,
          locale: locale === '' ? null : locale,
          code: 'SOLD_UNPUBLISHED',
          field: PAYMENT_PRODUCT,
          severity: 'warning',
          title,
          text: { en: said, es: said },
        });
      }
    }
    return found;
  },
};
