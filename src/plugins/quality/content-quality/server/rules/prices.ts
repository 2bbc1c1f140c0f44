import { getPaymentProducts } from '#feature/application';
import { PAYMENT_PRODUCT } from '#catalogue/money/price-fields';
import { listContentTypes, hasDrafts } from '#platform/strapi/models';
import { sql } from '#platform/strapi/queries';
import { getColumns, toLocale, type CatalogueRule, type RuleFinding } from './rule';

/** Finds published prices that differ from the price at the payment provider. */
export const chargedPrices: CatalogueRule = {
  name: 'charged-prices',
  code: 'PUBLISHED_PRICE_DIFFERS',
  severity: 'error',
  title: {
    en: 'The published price differs from the price at the payment provider.',
    es: 'El precio publicado no coincide con el de la pasarela de pago.',
  },
  async find({ strapi }) {
    const differences = await getPaymentProducts({ strapi }).readDifferences({ strapi });
    return differences.map(({ uid, documentId, locale, field, shown, charged, currency }) => {
      const amounts = `${shown} ≠ ${charged} ${currency}`;
      return { uid, documentId, locale, field, text: { en: amounts, es: amounts } };
    });
  },
};

type Draft = { document_id: string; locale: string; pay_id: string };

/**
 * Finds unpublished entries whose payment product is still sold. Customers could be charged for it
 * without finding a page.
 */
export const soldUnpublished: CatalogueRule = {
  name: 'sold-unpublished',
  code: 'SOLD_UNPUBLISHED',
  severity: 'warning',
  title: {
    en: 'The payment product is on sale, but the entry is not published in any locale.',
    es: 'El producto de pago está a la venta, pero la entrada no está publicada en ningún idioma.',
  },
  async find({ strapi }) {
    const findings: RuleFinding[] = [];
    for (const type of listContentTypes({ strapi })) {
      const { uid, attributes } = type;
      if (attributes[PAYMENT_PRODUCT] === undefined || !hasDrafts(type)) continue;
      const { table, column, localeOf } = getColumns({ strapi }, uid);
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
      const { accounts } = await getPaymentProducts({ strapi }).readFacts(
        { strapi },
        drafts.map(({ pay_id: payID }) => payID),
      );
      for (const { document_id: documentId, locale, pay_id: payID } of drafts) {
        const selling = (accounts.get(payID) ?? []).filter(({ product }) => product === 'sold');
        if (selling.length === 0) continue;
        const seller = `${payID} (${selling.map(({ account }) => account).join(', ')})`;
        findings.push({
          uid,
          documentId,
          locale: toLocale(locale),
          field: PAYMENT_PRODUCT,
          text: { en: seller, es: seller },
        });
      }
    }
    return findings;
  },
};
