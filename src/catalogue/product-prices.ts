import type { Entry, OfferedPrice } from '../feature/readiness';
import { numberIn, textIn } from './entry-values';

/** The fields of a product that say what it costs and how it is paid. */
export type PriceFields = {
  purchaseType: string | null;
  fullPrice: number | null;
  tuitionPrice: number | null;
  instalmentsPrice: number | null;
};

export const PRICE_FIELDS = ['fullPrice', 'tuitionPrice', 'instalmentsPrice'] as const;

/** A field that holds a price. */
export type PriceField = (typeof PRICE_FIELDS)[number];

/** How a product is paid. */
export type PurchaseKind = 'single' | 'subscription' | 'instalments';

/** What the price fields of a product mean. */
export type ProductPrices = {
  kind: PurchaseKind;
  /** The price before a reduction; of a subscription, for one period. */
  regular: number | null;
  /** The price after a reduction; null where nothing is reduced. */
  reduced: number | null;
  /** What is paid at the beginning of instalments, as a part of the total. */
  enrolmentFee: number | null;
  instalment: number | null;
  /** What a customer pays altogether, or for one period of a subscription. Sites compare and filter by it. */
  total: number | null;
  /** The field that holds the total. */
  totalField: PriceField;
};

/** Whether nothing but its price of an instalment says that a product is paid in instalments. */
const hasInstalments = ({ instalmentsPrice }: PriceFields): boolean =>
  instalmentsPrice !== null && instalmentsPrice > 0;

const kindOf = (fields: PriceFields): PurchaseKind => {
  const { purchaseType } = fields;
  if (purchaseType === 'instalments' || purchaseType === 'subscription') return purchaseType;
  return purchaseType !== 'single' && hasInstalments(fields) ? 'instalments' : 'single';
};

/**
 * Decides what the price fields of a product mean. `tuitionPrice` is the enrolment fee of a product that is paid in instalments,
 * and the reduced price of every other one, as long as it is lower than `fullPrice`. {@link totalSql} says the same in SQL.
 */
export const pricesOf = (fields: PriceFields): ProductPrices => {
  const { fullPrice, tuitionPrice, instalmentsPrice } = fields;
  const kind = kindOf(fields);
  if (kind === 'instalments') {
    return {
      kind,
      regular: fullPrice,
      reduced: null,
      enrolmentFee: tuitionPrice,
      instalment: instalmentsPrice,
      total: fullPrice,
      totalField: 'fullPrice',
    };
  }
  const isReduced = fullPrice !== null && tuitionPrice !== null && tuitionPrice < fullPrice;
  const regular = fullPrice ?? tuitionPrice;
  return {
    kind,
    regular,
    reduced: isReduced ? tuitionPrice : null,
    enrolmentFee: null,
    instalment: null,
    total: isReduced ? tuitionPrice : regular,
    totalField: isReduced || fullPrice === null ? 'tuitionPrice' : 'fullPrice',
  };
};

/**
 * Returns the SQL expression for the total of {@link pricesOf}.
 *
 * @param column names the column of a field
 */
export const totalSql = (column: (field: keyof PriceFields) => string): string => {
  const [type, full, tuition, instalment] = (
    ['purchaseType', 'fullPrice', 'tuitionPrice', 'instalmentsPrice'] as const
  ).map(column);
  // LEAST leaves out what is NULL.
  return (
    `CASE WHEN ${type} = 'instalments' OR ` +
    `(coalesce(${type}, '') NOT IN ('single', 'subscription') AND coalesce(${instalment}, 0) > 0) ` +
    `THEN ${full} ELSE least(${full}, ${tuition}) END`
  );
};

/** The price fields of an entry, stored or in a form. */
export const priceFieldsIn = (entry: Entry): PriceFields => ({
  purchaseType: textIn(entry, 'purchaseType') || null,
  fullPrice: numberIn(entry, 'fullPrice'),
  tuitionPrice: numberIn(entry, 'tuitionPrice'),
  instalmentsPrice: numberIn(entry, 'instalmentsPrice'),
});

/** A price that visitors read, and the field that holds it. */
export type ShownPrice = { field: PriceField; amount: number; kind: PurchaseKind };

/** The price by which visitors expect to be charged: the total, or one instalment; null where the product shows none. */
export const shownPrice = (fields: PriceFields): ShownPrice | null => {
  const { kind, total, totalField, instalment } = pricesOf(fields);
  const [field, amount] =
    kind === 'instalments' ? (['instalmentsPrice', instalment] as const) : [totalField, total];
  return amount === null ? null : { field, amount, kind };
};

/**
 * Returns the kind of the prices with which a shown one is compared. Null: every kind, because each of them sells a product without
 * a purchase type. Where such a product shows an instalment, only plans charge it.
 */
export const comparedKind = (
  { purchaseType }: Pick<PriceFields, 'purchaseType'>,
  { kind }: Pick<ShownPrice, 'kind'>,
): PurchaseKind | null => (purchaseType === null && kind === 'single' ? null : kind);

/** How often the payment provider charges a price. */
export type Charging = Pick<OfferedPrice, 'isRecurring' | 'instalments'>;

const isOfKind = (kind: PurchaseKind, { isRecurring, instalments }: Charging): boolean => {
  switch (kind) {
    case 'single':
      return !isRecurring;
    case 'subscription':
      return isRecurring && typeof instalments !== 'number';
    case 'instalments':
      // An older release did not keep the number of instalments.
      return isRecurring && (instalments === undefined || typeof instalments === 'number');
  }
};

/** Whether a product with this purchase type may be sold by a price; one without takes every price. */
export const fitsPurchaseType = (purchaseType: string | null, price: Charging): boolean =>
  purchaseType === 'single' || purchaseType === 'subscription' || purchaseType === 'instalments'
    ? isOfKind(purchaseType, price)
    : true;

/** Whether an amount is a shown one, within so many per cent of what is shown. */
const isWithin = (amount: number, shown: number, tolerance: number): boolean =>
  // Cents have no exact binary form.
  Math.abs(amount - shown) <= (shown * tolerance) / 100 + 1e-9;

/** By what prices are compared. */
export type Comparison = {
  currencies: readonly string[];
  /** In per cent of the shown price. */
  tolerance: number;
};

type Shown = Pick<ShownPrice, 'amount'> & { kind: ShownPrice['kind'] | null };

const chargedInCurrency = (
  { amount, kind }: Shown,
  offered: readonly OfferedPrice[],
  currency: string,
  tolerance: number,
): OfferedPrice | null => {
  const fitting = offered.filter((price) => kind === null || isOfKind(kind, price));
  const alike = fitting.filter((price) => price.currency === currency);
  if (alike.some((price) => isWithin(price.amount, amount, tolerance))) return null;
  const distance = (price: OfferedPrice): number => Math.abs(price.amount - amount);
  const charged = alike.length > 0 ? alike : fitting;
  const [nearest = null] = charged.toSorted((one, other) => distance(one) - distance(other));
  return nearest;
};

/**
 * Returns the price that is charged instead of a shown one, the nearest of several; null where the shown one is charged in each
 * of the currencies, or nothing is known that could be. A price in another currency is another price. Without a kind it is compared
 * with every price, as each of them can be paid.
 */
export const chargedInstead = (
  shown: Shown,
  offered: readonly OfferedPrice[],
  { currencies, tolerance }: Comparison,
): OfferedPrice | null => {
  const [first = null] = currencies.flatMap(
    (currency) => chargedInCurrency(shown, offered, currency, tolerance) ?? [],
  );
  return first;
};

/** Instalments are rounded, so a plan may miss the total by so many per cent. */
const PLAN_ROUNDING = 1;

/** Returns what all payments of a price come to; null: they have no end, or their number is not known. */
const sumOf = ({ amount, isRecurring, instalments }: OfferedPrice): number | null => {
  if (!isRecurring) return amount;
  return typeof instalments === 'number' ? amount * instalments : null;
};

/** Whether the payments of a plan come to the total of a product, with or without the enrolment fee. */
const paysTotal = (fields: PriceFields, plan: OfferedPrice, tolerance: number): boolean => {
  const { total, enrolmentFee } = pricesOf(fields);
  const sum = sumOf(plan);
  if (total === null || sum === null) return true;
  return [total, total - (enrolmentFee ?? 0)].some((whole) =>
    isWithin(sum, whole, Math.max(tolerance, PLAN_ROUNDING)),
  );
};

/**
 * Returns what a customer pays altogether by the plan that charges the shown instalment, where no such plan comes to the total;
 * null where one does, or nothing can be compared.
 */
export const planTotalInstead = (
  fields: PriceFields,
  offered: readonly OfferedPrice[],
  { currencies, tolerance }: Comparison,
): { total: number; charged: number; currency: string } | null => {
  const { kind, total, instalment } = pricesOf(fields);
  if (kind !== 'instalments' || total === null || instalment === null) return null;
  const plans = offered.filter(
    (price) =>
      currencies.includes(price.currency) &&
      typeof price.instalments === 'number' &&
      isWithin(price.amount, instalment, tolerance),
  );
  const [plan] = plans;
  if (plan === undefined || plans.some((one) => paysTotal(fields, one, tolerance))) return null;
  return { total, charged: sumOf(plan) ?? total, currency: plan.currency };
};

/**
 * Returns the least that pays for a product with a price, within what is allowed; null: nothing says so. The total is known in the
 * currencies that the product shows.
 */
const leastFor = (
  fields: PriceFields,
  { currency }: Pick<OfferedPrice, 'currency'>,
  { currencies, tolerance }: Comparison,
): number | null => {
  const { total, enrolmentFee } = pricesOf(fields);
  if (total === null || !currencies.includes(currency)) return null;
  switch (fields.purchaseType) {
    case 'single':
      return total * (1 - tolerance / 100);
    case 'instalments':
      return (total - (enrolmentFee ?? 0)) * (1 - Math.max(tolerance, PLAN_ROUNDING) / 100);
    default:
      return null;
  }
};

/** Whether a product shows no total in the currency of a price that is paid to an end, so that prices are compared with each other. */
const isAbroad = (
  fields: PriceFields,
  { currency }: Pick<OfferedPrice, 'currency'>,
  { currencies }: Comparison,
): boolean =>
  (fields.purchaseType === 'single' || fields.purchaseType === 'instalments') &&
  pricesOf(fields).total !== null &&
  !currencies.includes(currency);

// Cents have no exact binary form.
const isBelow = (sum: number, least: number): boolean => sum < least - 1e-9;

/** Plans of one product come to different sums: they leave out the enrolment fee, or cost more. */
const LEAST_SHARE = { single: 1, subscription: 1, instalments: 0.5 };

/** Whether a price in a currency that is not shown pays so much less than another that it is a part. */
const isPartOf = (fields: PriceFields, price: OfferedPrice, other: OfferedPrice): boolean => {
  const [sum, whole] = [sumOf(price), sumOf(other)];
  return sum !== null && whole !== null && isBelow(sum, whole * LEAST_SHARE[kindOf(fields)]);
};

const isBelowTotal = (
  fields: PriceFields,
  price: OfferedPrice,
  comparison: Comparison,
): boolean => {
  const sum = sumOf(price);
  const least = leastFor(fields, price, comparison);
  return sum !== null && least !== null && isBelow(sum, least);
};

/** Whether a price may be a part of the total only, which the other prices of the account decide. */
export const mayBePart = (
  fields: PriceFields,
  price: OfferedPrice,
  comparison: Comparison,
): boolean => isAbroad(fields, price, comparison) || isBelowTotal(fields, price, comparison);

/**
 * Whether a price pays for a product: it fits the purchase type, and is no part of the total. Below the total it is a part, a
 * deposit for example, where the account offers the total as well. In a currency that the product does not show, only the
 * highest one-time price is surely no part, and plans are none that come to half of the largest.
 */
export const paysFor = (
  fields: PriceFields,
  price: OfferedPrice,
  offered: readonly OfferedPrice[],
  comparison: Comparison,
): boolean => {
  if (!fitsPurchaseType(fields.purchaseType, price)) return false;
  if (!mayBePart(fields, price, comparison)) return true;
  const others = offered.filter(
    (other) => other.currency === price.currency && fitsPurchaseType(fields.purchaseType, other),
  );
  const hasWhole = isAbroad(fields, price, comparison)
    ? others.some((other) => isPartOf(fields, price, other))
    : others.some((other) => sumOf(other) !== null && !isBelowTotal(fields, other, comparison));
  return !hasWhole;
};
