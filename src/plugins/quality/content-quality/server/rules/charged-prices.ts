import { publishedDifferences } from '../../../../commerce/prices';
import type { CatalogueRule } from './rule';

const title = {
  en: 'The published price differs from the price at the payment provider.',
  es: 'El precio publicado no coincide con el de la pasarela de pago.',
};

/** Finds published prices that differ from the price at the payment provider. */
export const chargedPrices: CatalogueRule = {
  name: 'charged-prices',
  async find({ strapi }) {
    const differences = await publishedDifferences({ strapi });
    return differences.map(({ uid, documentId, locale, field, shown, charged, currency }) => {
      const said = `${shown} ≠ ${charged} ${currency}`;
      return {
        uid,
        documentId,
        locale,
        code: 'PUBLISHED_PRICE_DIFFERS',
        field,
        severity: 'error' as const,
        title,
        text: { en: said, es: said },
      };
    });
  },
};
