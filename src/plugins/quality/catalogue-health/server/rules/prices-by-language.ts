import { defaultLocale } from '../../../../../platform/strapi/default-locale';
import { sql } from '../../../../../platform/strapi/queries';
import { pricedTypes } from '../../../../commerce/prices';
import { columnsOf } from './columns';
import type { CatalogueRule } from './rule';

export const PRICE_DIFFERS = 'PRICE_DIFFERS_BY_LANGUAGE';

const title = {
  en: 'The price differs from the price in the default locale.',
  es: 'El precio no coincide con el del idioma principal.',
};

/** Finds entries whose price differs between languages. */
export const pricesByLanguage: CatalogueRule = {
  name: 'prices-by-language',
  async find({ strapi }) {
    const source = await defaultLocale({ strapi });
    const priced = pricedTypes({ strapi })
      .filter((type) => type.isLocalized)
      .flatMap(({ uid, prices }) => prices.map((field) => ({ uid, field })));
    const found = await Promise.all(
      priced.map(async ({ uid, field }) => {
        const { table, column } = columnsOf({ strapi }, uid);
        const price = column(field);
        const { rows } = await sql(
          { strapi },
          `select d.document_id, d.locale, d.${price} as own, s.${price} as other
             from ${table} d
             join ${table} s on s.document_id = d.document_id and s.locale = ? and s.published_at is null
            where d.published_at is null and d.locale <> ? and d.${price} <> s.${price}`,
          [source, source],
        );
        return rows.map((row) => {
          const said = `${String(row.own)} ≠ ${String(row.other)}`;
          return {
            uid,
            documentId: String(row.document_id),
            locale: String(row.locale),
            code: PRICE_DIFFERS,
            field,
            severity: 'warning' as const,
            title,
            text: { en: said, es: said },
          };
        });
      }),
    );
    return found.flat();
  },
};
