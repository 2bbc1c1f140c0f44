import { z } from '@strapi/utils';
import { PRICE_FIELDS } from '#catalogue/money/product-prices';
import { verticalSlugs } from '#catalogue/shared';
import { commonErrors } from '#platform/http/common-errors';
import { defineEndpoint } from '#platform/http/endpoint';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import {
  documentId,
  locale,
  optionalText,
  text,
  timestamp,
  verticalParam,
  listParam,
} from '#platform/http/primitives';
import { intervals } from '../prices';
import { checkoutErrors } from './errors';

const requiredText = z.string().min(1).max(255);

/** Maximum number of products in one request; more than a list page shows. */
const MAX_PRODUCTS = 100;

const payIDs = listParam(requiredText, { max: MAX_PRODUCTS }).describe(
  `The \`payID\` of each product, separated by commas; ${MAX_PRODUCTS} at most.`,
);

const seller = {
  origin: requiredText.describe('Name of the payment account; upper and lower case are equal.'),
  vertical: verticalParam,
};

const lowestIn30Days = 'The lowest of the thirty days before it began to be asked';

const price = registerSchema(
  'CheckoutPrice',
  z.strictObject({
    priceID: text.describe('The `priceID` of checkout.'),
    amount: z
      .int()
      .describe('Amount at the payment provider, in the smallest unit of the currency.'),
    currency: text.describe(
      'Lower-case currency code: the business line’s, if the price has an amount in it.',
    ),
    decimals: z
      .int()
      .describe(
        'Number of digits of the amounts after the decimal point: 0, 2 or 3. `Intl` differs for some currencies.',
      ),
    type: z
      .enum(['one_time', 'recurring'])
      .describe('`one_time` for `create-checkout-session`, `recurring` for the subscription.'),
    interval: z
      .enum(intervals)
      .nullable()
      .describe('Interval of a recurring price: `day`, `week`, `month` or `year`; otherwise null.'),
    intervalCount: z.int().nullable().describe('Number of intervals between two payments.'),
    instalments: z
      .int()
      .nullable()
      .describe('Number of payments; null: one payment, or a subscription without an end.'),
    totalAmount: z
      .int()
      .nullable()
      .describe(
        'All payments together, before discounts, in the smallest unit; null: a subscription without an end.',
      ),
    isDefault: z.boolean().describe('Whether the provider marks it as the default price.'),
    lowestIn30Days: z
      .int()
      .nullable()
      .describe(
        `${lowestIn30Days}, of the product’s prices in this currency that are charged as often; in the smallest unit. ` +
          'Null where it is not known of all of the thirty days, or nothing was asked in them.',
      ),
  }),
);

const publishedPrice = z.strictObject({
  field: z.enum(PRICE_FIELDS).describe('Field of the product that has the price.'),
  amount: z.number().describe('The price in the product, in units of the currency.'),
  currency: text.describe('Currency of the business line, as a lower-case code.'),
  lowestIn30Days: z
    .number()
    .nullable()
    .describe(
      `${lowestIn30Days}, of what was published in this field and currency. Null where it is not known.`,
    ),
});

const productPrices = registerSchema(
  'ProductPrices',
  z.strictObject({
    productPayID: text,
    documentId,
    prices: z
      .array(price)
      .describe(
        'Prices that the account charges and checkout accepts, the default first; empty while it has nothing on sale. Prices without a fixed ' +
          'amount or a clear number of payments are left out.',
      ),
    published: z.array(publishedPrice).describe('Prices that the entry shows.'),
  }),
);

/** Fields of a product that tell who sells it and which prices it shows. */
export const soldProduct = z.strictObject({
  documentId,
  locale,
  payID: text,
  payCrm: optionalText,
  isSoon: z.boolean().nullable(),
  isOffSale: z.boolean().nullable(),
  onSaleAgainAt: timestamp.nullable(),
  vertical: verticalSlugs,
  fullPrice: z.number().nullable(),
  tuitionPrice: z.number().nullable(),
  instalmentsPrice: z.number().nullable(),
  purchaseType: optionalText,
});

/** Currency of a business line's published prices. */
const lineCurrency = z.strictObject({ slug: text, currency: optionalText });

const reads = [
  { uid: 'api::product.product', form: soldProduct, selects: ['payID'] },
  { uid: 'api::vertical.vertical', form: lineCurrency, selects: ['slug'] },
] as const;

const shared = {
  method: 'GET',
  tag: 'Checkout',
  reads,
} as const;

export const getProductPrices = defineEndpoint({
  ...shared,
  operationId: 'getProductPrices',
  path: '/checkout/prices/:productPayID',
  summary: 'Prices of a product at its payment account',
  description:
    'Returns the prices on sale in the payment account that checkout would use. They are cached and updated ' +
    'by events of the provider, so they are available while it is unavailable. Errors are those of ' +
    '`create-checkout-session`.',
  params: z.strictObject({ productPayID: requiredText.describe('The product’s `payID`.') }),
  query: z.strictObject(seller),
  example: {
    params: { productPayID: 'prod_medicina_301' },
    query: { origin: 'main', vertical: 'medicina' },
  },
  response: registerSchema('ProductPricesAnswer', z.strictObject({ data: productPrices })),
  errors: [
    checkoutErrors.UNKNOWN_ORIGIN,
    checkoutErrors.PRODUCT_NOT_FOUND,
    checkoutErrors.ORIGIN_MISMATCH,
    checkoutErrors.PRODUCT_NOT_IN_VERTICAL,
    checkoutErrors.PRODUCT_NOT_ON_SALE_YET,
    checkoutErrors.PRODUCT_OFF_SALE,
    checkoutErrors.PRODUCT_NOT_UNIQUE,
    checkoutErrors.PRICE_NOT_OF_PURCHASE_TYPE,
    checkoutErrors.INSTALMENTS_NOT_CLEAR,
    checkoutErrors.PRICES_NOT_KNOWN,
    commonErrors.TOO_MANY_REQUESTS,
  ],
});

export const listProductPrices = defineEndpoint({
  ...shared,
  operationId: 'listProductPrices',
  path: '/checkout/prices',
  summary: 'Prices of several products at their payment accounts',
  description:
    'Works like the request for one product. Products that checkout would refuse are in `notSold` instead of `data`, with the code of the refusal.',
  query: z.strictObject({ productPayIDs: payIDs, ...seller }),
  example: {
    query: { productPayIDs: 'prod_medicina_301', origin: 'main', vertical: 'medicina' },
  },
  response: registerSchema(
    'ProductPricesList',
    z.strictObject({
      data: z
        .array(productPrices)
        .describe('Prices of each product, in the order of the payment identifiers.'),
      notSold: z.array(z.strictObject({ productPayID: text, code: text })),
    }),
  ),
  errors: [
    checkoutErrors.UNKNOWN_ORIGIN,
    checkoutErrors.PRICES_NOT_KNOWN,
    commonErrors.TOO_MANY_REQUESTS,
  ],
});
