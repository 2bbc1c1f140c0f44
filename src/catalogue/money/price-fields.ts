import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createFieldFinder, type FoundValue } from '#feature/custom-fields';
import { listContentTypes } from '#platform/strapi/models';
import { BUSINESS_LINE } from '../business-line';

export const PRICE_FIELD = 'plugin::prices.price';

/** Custom field of a currency. */
export const CURRENCY_FIELD = 'plugin::prices.currency';

/** Attribute with the id of the payment provider's product. */
export const PAYMENT_PRODUCT = 'payID';

/** Attribute with the name of the payment account. */
export const PAYMENT_ACCOUNT = 'payCrm';

export type FoundPriceField = FoundValue<typeof PRICE_FIELD | typeof CURRENCY_FIELD>;

/**
 * Returns a function that finds prices and currencies in a document, including its components and
 * dynamic zones.
 */
export const createPriceFinder = ({
  strapi,
}: WithStrapi): ((uid: string, values: unknown) => FoundPriceField[]) =>
  createFieldFinder({ strapi }, [PRICE_FIELD, CURRENCY_FIELD]).find;

/** Returns the types whose entries reference a payment product. */
export const listSoldTypes = ({ strapi }: WithStrapi): UID.ContentType[] =>
  listContentTypes({ strapi })
    .filter(({ attributes }) => attributes[PAYMENT_PRODUCT] !== undefined)
    .map(({ uid }) => uid);

/** Content type with prices, and its relation to business lines. */
export type PricedType = {
  uid: ReturnType<typeof listContentTypes>[number]['uid'];
  prices: readonly string[];
  lines: string | null;
  hasDrafts: boolean;
  isLocalized: boolean;
};

export const listPricedTypes = ({ strapi }: WithStrapi): PricedType[] =>
  listContentTypes({ strapi }).flatMap(({ uid, attributes, options, pluginOptions }) => {
    const entries = Object.entries(attributes);
    const prices = entries.flatMap(([name, attribute]) =>
      attribute?.customField === PRICE_FIELD ? [name] : [],
    );
    const [lines = null] = entries.flatMap(([name, attribute]) =>
      attribute?.type === 'relation' && attribute.target === BUSINESS_LINE ? [name] : [],
    );
    return prices.length === 0
      ? []
      : [
          {
            uid,
            prices,
            lines,
            hasDrafts: options?.draftAndPublish === true,
            isLocalized: pluginOptions?.i18n?.localized === true,
          },
        ];
  });
