import type { WithStrapi } from '#platform/strapi/with-strapi';
import { PRICE_FIELDS, getPriceFields, type PriceFields } from '#catalogue/money/product-prices';
import { isOffSaleAt } from '#catalogue/off-sale';
import { catalogueSettings } from '#catalogue/settings';
import type { Purchase, PurchaseMetadata } from '#plugins/commerce/checkout/contract';
import { checkoutErrors } from '#plugins/commerce/checkout/errors';
import { type ApiError, createHttpError } from '#platform/http/errors';
import { getTable } from '#platform/strapi/queries';
import { getLineCurrency } from '#catalogue/money/line-currency';
import type { CheckoutSettings } from '#plugins/commerce/checkout/settings';
import type { Metadata, SoldProduct } from '../orders/record';
import { getCheckoutSettings, type PaymentAccount } from '../provider/client';

type ReturnRules = Pick<CheckoutSettings, 'returnHosts' | 'allowsInsecureReturn'>;

const isHostAllowed = ({ host, hostname }: URL, allowed: readonly string[]): boolean =>
  allowed.some((pattern) =>
    pattern.startsWith('*.')
      ? hostname.endsWith(pattern.slice(1)) || host.endsWith(pattern.slice(1))
      : pattern === host || pattern === hostname,
  );

/**
 * Browsers and parsers disagree about addresses with these characters, and no valid address needs
 * them.
 */
const ambiguous = /[\s\\\p{Cc}]/u;

/** Returns whether customers may be sent to an address. */
export const isReturnAllowed = (
  address: string,
  { returnHosts, allowsInsecureReturn }: ReturnRules,
): boolean => {
  if (ambiguous.test(address) || !URL.canParse(address)) return false;
  const url = new URL(address);
  const isSecure = url.protocol === 'https:';
  if (!isSecure && !(url.protocol === 'http:' && allowsInsecureReturn)) return false;
  if (!/^https?:\/\/[^/]/i.test(address)) return false;
  if (url.username !== '' || url.password !== '') return false;
  return returnHosts === null || isHostAllowed(url, returnHosts);
};

/** Limits of the provider. */
const METADATA_LIMITS = { keys: 50, key: 40, value: 500 };

const listExceededLimits = (metadata: Metadata): string[] => {
  const { keys: mostKeys, key: longestKey, value: longestValue } = METADATA_LIMITS;
  const entries = Object.entries(metadata);
  return [
    ...(entries.length > mostKeys ? [`${entries.length} keys, at most ${mostKeys}`] : []),
    ...entries.flatMap(([key, value]) => [
      ...(key.length < 1 || key.length > longestKey || /[[\]]/.test(key)
        ? [`key "${key.slice(0, longestKey)}"`]
        : []),
      ...(value.length > longestValue ? [`value of "${key.slice(0, longestKey)}"`] : []),
    ]),
  ];
};

/**
 * Merges the metadata of a purchase. `metadata.laab_fetch` overrides `payment_intent_data.metadata`
 * in its order, and the reserved keys override both.
 *
 * @throws METADATA_LIMIT if the result exceeds the provider's limits
 */
export const mergeMetadata = (
  { payment_intent_data: intent, metadata }: PurchaseMetadata,
  reserved: Metadata,
): Metadata => {
  const merged: Metadata = Object.fromEntries<string>([
    ...Object.entries(intent?.metadata ?? {}).map(([key, value]) => [key, String(value)] as const),
    ...(metadata?.laab_fetch ?? []).map(({ key, value }) => [key, value] as const),
    ...Object.entries(reserved),
  ]);
  const problems = listExceededLimits(merged);
  if (problems.length > 0) {
    throw createHttpError(checkoutErrors.METADATA_LIMIT, { details: { problems } });
  }
  return merged;
};

/** Fields of a published locale of a product that determine who sells it. */
type Version = {
  documentId: string;
  locale: string | null;
  /** Whether it is announced and not on sale yet. */
  isSoon: boolean | null;
  /** Whether it is off sale, until its date if it has one. */
  isOffSale: boolean | null;
  onSaleAgainAt: string | null;
  /** Payment account. None: any. */
  payCrm: string | null;
  /** Slugs of its business lines. */
  vertical: readonly string[];
};

type PurchaseContext = {
  origin: string;
  vertical: string;
  defaultLang: string;
  /** Time by the database's clock, in milliseconds since 1970. */
  now: number;
};

/**
 * Returns the version of a product that an account sells in a business line, or why there is none.
 * The locales of a document are one product: the default locale stands for it, else the first by
 * code. Several products under one payment identifier are refused, because the intended one is
 * ambiguous.
 */
export const chooseProduct = <V extends Version>(
  published: readonly V[],
  { origin, vertical, defaultLang, now }: PurchaseContext,
): { product: V } | { refusal: ApiError } => {
  if (published.length === 0) return { refusal: checkoutErrors.PRODUCT_NOT_FOUND };
  const ofAccount = published.filter(
    ({ payCrm }) => !payCrm?.trim() || payCrm.trim().toLowerCase() === origin,
  );
  if (ofAccount.length === 0) return { refusal: checkoutErrors.ORIGIN_MISMATCH };
  const ofLine = ofAccount.filter(({ vertical: slugs }) => slugs.includes(vertical));
  if (ofLine.length === 0) return { refusal: checkoutErrors.PRODUCT_NOT_IN_VERTICAL };
  const begun = ofLine.filter(({ isSoon }) => isSoon !== true);
  if (begun.length === 0) return { refusal: checkoutErrors.PRODUCT_NOT_ON_SALE_YET };
  const versionsOnSale = begun.filter((version) => !isOffSaleAt(version, now));
  const [first] = versionsOnSale.toSorted((left, other) =>
    (left.locale ?? '') < (other.locale ?? '') ? -1 : 1,
  );
  const product = versionsOnSale.find(({ locale }) => locale === defaultLang) ?? first;
  if (product === undefined) return { refusal: checkoutErrors.PRODUCT_OFF_SALE };
  const isOne = versionsOnSale.every(({ documentId }) => documentId === product.documentId);
  return isOne ? { product } : { refusal: checkoutErrors.PRODUCT_NOT_UNIQUE };
};

/** Product of a purchase, with the values that determine its payment page. */
type PurchasedProduct = {
  product: SoldProduct;
  priceFields: PriceFields;
  /** Currency of the business line, in capitals. */
  currency: string;
  allowsPromotionCodes: boolean;
};

type ProductRow = SoldProduct &
  PriceFields & {
    locale: string;
    payCrm: string | null;
    isSoon: boolean | null;
    isOffSale: boolean | null;
    onSaleAgainAt: string | null;
    allowsPromotionCodes: boolean | null;
    verticals: { slug: string; currency: string | null }[];
  };

/**
 * Returns the published product sold under a payment identifier, by this account and in this
 * business line.
 *
 * @throws PRODUCT_NOT_FOUND, ORIGIN_MISMATCH, PRODUCT_NOT_IN_VERTICAL, PRODUCT_NOT_ON_SALE_YET,
 *   PRODUCT_OFF_SALE or PRODUCT_NOT_UNIQUE
 */
const findProduct = async (
  { strapi }: WithStrapi,
  { name: origin }: PaymentAccount,
  { productPayID, vertical }: Purchase,
  now: number,
): Promise<PurchasedProduct> => {
  const published = await getTable<ProductRow>({ strapi }, 'api::product.product').findMany({
    where: { payID: productPayID, publishedAt: { $notNull: true } },
    select: [
      'documentId',
      'title',
      'SKU',
      'payID',
      'payCrm',
      'isSoon',
      'isOffSale',
      'onSaleAgainAt',
      'locale',
      'purchaseType',
      ...PRICE_FIELDS,
      'allowsPromotionCodes',
    ],
    populate: { verticals: { select: ['slug', 'currency'] } },
  });
  const { defaultLang } = catalogueSettings.of({ strapi });
  const versions = published.map((row) => ({
    ...row,
    vertical: row.verticals.map(({ slug }) => slug),
  }));
  const choice = chooseProduct(versions, { origin, vertical, defaultLang, now });
  if ('refusal' in choice) throw createHttpError(choice.refusal);
  const { documentId, title, SKU, payID, verticals, allowsPromotionCodes } = choice.product;
  const line = verticals.find(({ slug }) => slug === vertical);
  return {
    product: { documentId, title, SKU, payID },
    priceFields: getPriceFields(choice.product),
    currency: getLineCurrency({ strapi }, line),
    allowsPromotionCodes: allowsPromotionCodes === true,
  };
};

/**
 * Validates a purchase as far as possible without the provider, and returns its product and
 * metadata.
 *
 * @param now time by the database's clock, in milliseconds since 1970
 * @throws RETURN_URL_NOT_ALLOWED, METADATA_LIMIT or an error of the product
 */
export const validatePurchase = async (
  { strapi }: WithStrapi,
  account: PaymentAccount,
  purchase: Purchase,
  requestMetadata: PurchaseMetadata,
  now: number,
): Promise<PurchasedProduct & { metadata: Metadata }> => {
  for (const field of ['success_url', 'cancel_url'] as const) {
    if (!isReturnAllowed(purchase[field], getCheckoutSettings({ strapi }))) {
      throw createHttpError(checkoutErrors.RETURN_URL_NOT_ALLOWED, { details: { field } });
    }
  }
  const soldProduct = await findProduct({ strapi }, account, purchase, now);
  const { product } = soldProduct;
  const metadata = mergeMetadata(requestMetadata, {
    productDocumentId: product.documentId,
    SKU: product.SKU,
    vertical: purchase.vertical,
    origin: account.name,
  });
  return { ...soldProduct, metadata };
};
