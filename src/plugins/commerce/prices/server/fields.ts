import type { WithStrapi } from '../../../../platform/with-strapi';
import { createFieldFinder, type FoundValue } from '../../../../feature/custom-fields';
import { contentTypesOf } from '../../../../platform/strapi/models';
import { CURRENCY_FIELD, PRICE_FIELD, VERTICAL } from './uids';

/** The attribute by which a type names the payment provider's product that it charges for. */
export const PAYMENT_PRODUCT = 'payID';

/** The attribute by which a type names the payment account that charges for it. */
export const PAYMENT_ACCOUNT = 'payCrm';

/** A value that is a price or a currency, and where in the document it stands. */
export type Found = FoundValue<typeof PRICE_FIELD | typeof CURRENCY_FIELD>;

/** Finds the prices and currencies of a type's documents, in its components and zones as well. */
export const createPriceFinder = ({
  strapi,
}: WithStrapi): ((uid: string, values: unknown) => Found[]) =>
  createFieldFinder({ strapi }, [PRICE_FIELD, CURRENCY_FIELD]).find;

/** A type whose entries have prices of their own, and the relation by which they belong to business lines. */
export type PricedType = {
  uid: ReturnType<typeof contentTypesOf>[number]['uid'];
  prices: readonly string[];
  lines: string | null;
  hasDrafts: boolean;
  isLocalized: boolean;
};

/** The types whose entries have prices of their own. */
export const pricedTypes = ({ strapi }: WithStrapi): PricedType[] =>
  contentTypesOf({ strapi }).flatMap(({ uid, attributes, options, pluginOptions }) => {
    const entries = Object.entries(attributes);
    const prices = entries.flatMap(([name, one]) =>
      one?.customField === PRICE_FIELD ? [name] : [],
    );
    const [lines = null] = entries.flatMap(([name, one]) =>
      one?.type === 'relation' && one.target === VERTICAL ? [name] : [],
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
