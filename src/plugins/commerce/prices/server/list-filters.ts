import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../../../platform/with-strapi';
import type { ListFilter } from '../../../../feature/list-filter';
import { mayReadField } from '../../../../feature/permission-filter';
import { PAYMENT_PRODUCT } from '../../../../catalogue/money/price-fields';
import { findModel } from '../../../../platform/strapi/models';
import { sql } from '../../../../platform/strapi/queries';
import { tablesOf } from '../../../../platform/strapi/tables';
import { readCachedProducts } from './provider-cache/read';

/** Returns the payment ids of a type that no payment account sells, as far as known. */
const notSold = async ({ strapi }: WithStrapi, uid: string): Promise<string[]> => {
  const { name, column } = tablesOf({ strapi })(uid);
  const payment = escapeIdentifier(column(PAYMENT_PRODUCT));
  const { rows } = await sql(
    { strapi },
    `select distinct ${payment} as id from ${escapeIdentifier(name)} where ${payment} <> ''`,
  );
  const facts = await readCachedProducts(
    { strapi },
    rows.map(({ id }) => String(id)),
  );
  return [...facts].flatMap(([id, accounts]) =>
    accounts.length > 0 && accounts.every(({ product }) => product === 'unsold') ? [id] : [],
  );
};

/** Filters that the feature adds to lists of the panel. */
export const priceFilters: readonly ListFilter[] = [
  {
    name: 'payment-unknown',
    appliesTo: ({ strapi }, uid) =>
      findModel({ strapi }, uid)?.attributes[PAYMENT_PRODUCT] !== undefined &&
      mayReadField({ strapi }, uid, PAYMENT_PRODUCT),
    filters: async ({ strapi }, { uid }) => ({
      [PAYMENT_PRODUCT]: { $in: await notSold({ strapi }, uid) },
    }),
  },
];
