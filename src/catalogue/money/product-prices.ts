import type { Entry, OfferedPrice } from '#feature/publishing-rules';
import { getNumber, getText } from '../entry-values';

/** The fields of a product with its prices and its kind of payment. */
export type PriceFields = {
  purchaseType: string | null;
  fullPrice: number | null;
  tuitionPrice: number | null;
  instalmentsPrice: number | null;
};

export const PRICE_FIELDS = ['fullPrice', 'tuitionPrice', 'instalmentsPrice'] as const;

export type PriceField = (typeof PRICE_FIELDS)[number];

export type PurchaseKind = 'single' | 'subscription' | 'instalments';

/** The meaning of a product's price fields. */
export type ProductPrices = {
  kind: PurchaseKind;
  /** The price before a reduction; for a subscription, that of one period. */
  regular: number | null;
  /** The price after a reduction; null where nothing is reduced. */
  reduced: number | null;
  /** The first payment of instalments, which is part of the total. */
  enrolmentFee: number | null;
  instalment: number | null;
  /**
   * The total of all payments, or the price of one period of a subscription. Sites compare and
   * filter by it.
   */
  total: number | null;
  totalField: PriceField;
};

/** Returns whether only the price of an instalment shows that a product is paid in instalments. */
const hasInstalments = ({ instalmentsPrice }: PriceFields): boolean =>
  instalmentsPrice !== null && instalmentsPrice > 0;

const getPurchaseKind = (fields: PriceFields): PurchaseKind => {
  const { purchaseType } = fields;
  if (purchaseType === 'instalments' || purchaseType === 'subscription') return purchaseType;
  return purchaseType !== 'single' && hasInstalments(fields) ? 'instalments' : 'single';
};

/**
 * Returns the meaning of a product's price fields. `tuitionPrice` is the enrolment fee of a product
 * paid in instalments. For other products it is the reduced price, as long as it is lower than
 * `fullPrice`. {@link buildTotalSql} is the same rule in SQL.
 */
export const computeProductPrices = (fields: PriceFields): ProductPrices => {
  const { fullPrice, tuitionPrice, instalmentsPrice } = fields;
  const kind = getPurchaseKind(fields);
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
 * Returns the SQL expression for the total of {@link computeProductPrices}.
 *
 * @param column returns the column of a field
 */
export const buildTotalSql = (column: (field: keyof PriceFields) => string): string => {
  const [type, full, tuition, instalment] = (
    ['purchaseType', 'fullPrice', 'tuitionPrice', 'instalmentsPrice'] as const
  ).map(column);
  // LEAST ignores NULL.
  return (
    `CASE WHEN ${type} = 'instalments' OR ` +
    `(coalesce(${type}, '') NOT IN ('single', 'subscription') AND coalesce(${instalment}, 0) > 0) ` +
    `THEN ${full} ELSE least(${full}, ${tuition}) END`
  );
};

/** Returns the price fields of an entry, stored or in a form. */
export const getPriceFields = (entry: Entry): PriceFields => ({
  purchaseType: getText(entry, 'purchaseType') || null,
  fullPrice: getNumber(entry, 'fullPrice'),
  tuitionPrice: getNumber(entry, 'tuitionPrice'),
  instalmentsPrice: getNumber(entry, 'instalmentsPrice'),
});

/** A price that visitors see, and its field. */
export type ShownPrice = { field: PriceField; amount: number; kind: PurchaseKind };

/**
 * Returns the price that visitors expect to pay: the total, or one instalment; null where the
 * product shows none.
 */
export const getShownPrice = (fields: PriceFields): ShownPrice | null => {
  const { kind, total, totalField, instalment } = computeProductPrices(fields);
  const [field, amount] =
    kind === 'instalments' ? (['instalmentsPrice', instalment] as const) : [totalField, total];
  return amount === null ? null : { field, amount, kind };
};

/**
 * Returns the kind of prices to compare with the shown one. Null means every kind, because each of
 * them sells a product without a purchase type. If such a product shows an instalment, only plans
 * charge it.
 */
export const getComparedKind = (
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
      // An older release did not store the number of instalments.
      return isRecurring && (instalments === undefined || typeof instalments === 'number');
  }
};

/**
 * Returns whether a price may sell a product of a purchase type. Without a type, every price may.
 */
export const matchesPurchaseType = (purchaseType: string | null, price: Charging): boolean =>
  purchaseType === 'single' || purchaseType === 'subscription' || purchaseType === 'instalments'
    ? isOfKind(purchaseType, price)
    : true;

/** Returns whether an amount equals the shown one within a tolerance in per cent. */
const isWithin = (amount: number, shown: number, tolerance: number): boolean =>
  // Cents have no exact binary form.
  Math.abs(amount - shown) <= (shown * tolerance) / 100 + 1e-9;

/** Parameters for comparing prices. */
export type Comparison = {
  currencies: readonly string[];
  /** In per cent of the shown price. */
  tolerance: number;
};

type ComparedPrice = Pick<ShownPrice, 'amount'> & { kind: ShownPrice['kind'] | null };

const findChargeInCurrency = (
  { amount, kind }: ComparedPrice,
  offered: readonly OfferedPrice[],
  currency: string,
  tolerance: number,
): OfferedPrice | null => {
  const fitting = offered.filter((price) => kind === null || isOfKind(kind, price));
  const alike = fitting.filter((price) => price.currency === currency);
  if (alike.some((price) => isWithin(price.amount, amount, tolerance))) return null;
  const computeDistance = (price: OfferedPrice): number => Math.abs(price.amount - amount);
  const charged =
    alike.length > 0 ? alike : fitting.filter(({ hasOwnAmount }) => hasOwnAmount !== false);
  const [nearest = null] = charged.toSorted(
    (first, other) => computeDistance(first) - computeDistance(other),
  );
  return nearest;
};

/**
 * Returns the nearest price that is charged instead of a shown one. Null means that the shown price
 * is charged in each currency, or that no price is known. A price in another currency is another
 * price. Without a kind, every price is compared, because each of them can be paid.
 */
export const findDifferentCharge = (
  shown: ComparedPrice,
  offered: readonly OfferedPrice[],
  { currencies, tolerance }: Comparison,
): OfferedPrice | null => {
  const [first = null] = currencies.flatMap(
    (currency) => findChargeInCurrency(shown, offered, currency, tolerance) ?? [],
  );
  return first;
};

/** Tolerance in per cent for the total of a plan, because instalments are rounded. */
const PLAN_ROUNDING = 1;

/**
 * Returns the sum of all payments of a price; null where they have no end or their number is
 * unknown.
 */
const sumOf = ({ amount, isRecurring, instalments }: OfferedPrice): number | null => {
  if (!isRecurring) return amount;
  return typeof instalments === 'number' ? amount * instalments : null;
};

/**
 * Returns whether the payments of a plan equal a product's total, with or without the enrolment
 * fee.
 */
const matchesTotal = (fields: PriceFields, plan: OfferedPrice, tolerance: number): boolean => {
  const { total, enrolmentFee } = computeProductPrices(fields);
  const sum = sumOf(plan);
  if (total === null || sum === null) return true;
  return [total, total - (enrolmentFee ?? 0)].some((whole) =>
    isWithin(sum, whole, Math.max(tolerance, PLAN_ROUNDING)),
  );
};

/**
 * Returns the sum of the plan that charges the shown instalment, where no such plan equals the
 * total. Null means that one does, or that nothing can be compared.
 */
export const findDifferentPlanTotal = (
  fields: PriceFields,
  offered: readonly OfferedPrice[],
  { currencies, tolerance }: Comparison,
): { total: number; charged: number; currency: string } | null => {
  const { kind, total, instalment } = computeProductPrices(fields);
  if (kind !== 'instalments' || total === null || instalment === null) return null;
  const plans = offered.filter(
    (price) =>
      currencies.includes(price.currency) &&
      typeof price.instalments === 'number' &&
      isWithin(price.amount, instalment, tolerance),
  );
  const [plan] = plans;
  if (plan === undefined || plans.some((item) => matchesTotal(fields, item, tolerance)))
    return null;
  return { total, charged: sumOf(plan) ?? total, currency: plan.currency };
};

/**
 * Returns the lowest sum that pays for a product in the currency of a price; null where it is
 * unknown. The total is known only in the currencies that the product shows.
 */
const computeLowestSum = (
  fields: PriceFields,
  { currency }: Pick<OfferedPrice, 'currency'>,
  { currencies, tolerance }: Comparison,
): number | null => {
  const { total, enrolmentFee } = computeProductPrices(fields);
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

/**
 * Returns whether a price needs a comparison with the account's other prices, because the product
 * shows no total in its currency. Only payments with an end count.
 */
const isAbroad = (
  fields: PriceFields,
  { currency }: Pick<OfferedPrice, 'currency'>,
  { currencies }: Comparison,
): boolean =>
  (fields.purchaseType === 'single' || fields.purchaseType === 'instalments') &&
  computeProductPrices(fields).total !== null &&
  !currencies.includes(currency);

// Cents have no exact binary form.
const isBelow = (sum: number, least: number): boolean => sum < least - 1e-9;

/**
 * Lowest share of the total by kind. Plans of one product differ: they omit the enrolment fee, or
 * cost more.
 */
const MIN_SHARE_OF_TOTAL = { single: 1, subscription: 1, instalments: 0.5 };

/**
 * Returns whether a price in a currency without a shown total is so much lower than another that it
 * is only a part.
 */
const isPartOf = (fields: PriceFields, price: OfferedPrice, other: OfferedPrice): boolean => {
  const [sum, whole] = [sumOf(price), sumOf(other)];
  return (
    sum !== null &&
    whole !== null &&
    isBelow(sum, whole * MIN_SHARE_OF_TOTAL[getPurchaseKind(fields)])
  );
};

const isBelowTotal = (
  fields: PriceFields,
  price: OfferedPrice,
  comparison: Comparison,
): boolean => {
  const sum = sumOf(price);
  const least = computeLowestSum(fields, price, comparison);
  return sum !== null && least !== null && isBelow(sum, least);
};

/**
 * Returns whether a price may be only a part of the total, which depends on the account's other
 * prices.
 */
export const mayBePart = (
  fields: PriceFields,
  price: OfferedPrice,
  comparison: Comparison,
): boolean => isAbroad(fields, price, comparison) || isBelowTotal(fields, price, comparison);

/** Price in the currency of its charge, with the same price in its other currencies. */
export type ChargedPrice = OfferedPrice & { inOtherCurrencies?: readonly OfferedPrice[] };

/**
 * Returns whether a price pays for a product: it fits the purchase type and is not a part of the
 * total. A price below the total is a part, such as a deposit, if the account also offers the
 * total. In a currency without a shown total, only the highest one-time price counts, and plans of
 * at least half of the largest. The price is compared in all its currencies: the price of the total
 * may have no amount in the currency of the charge.
 */
export const canPayFor = (
  fields: PriceFields,
  price: ChargedPrice,
  offered: readonly OfferedPrice[],
  comparison: Comparison,
): boolean => {
  if (!matchesPurchaseType(fields.purchaseType, price)) return false;
  if (!mayBePart(fields, price, comparison)) return true;
  const fitting = offered.filter((other) => matchesPurchaseType(fields.purchaseType, other));
  const isBelowWhole = (candidate: OfferedPrice): boolean => {
    const others = fitting.filter(({ currency }) => currency === candidate.currency);
    return isAbroad(fields, candidate, comparison)
      ? others.some((other) => isPartOf(fields, candidate, other))
      : isBelowTotal(fields, candidate, comparison) &&
          others.some((other) => sumOf(other) !== null && !isBelowTotal(fields, other, comparison));
  };
  return ![price, ...(price.inOtherCurrencies ?? [])].some(isBelowWhole);
};

/** The price that visitors see, and the nearest price that is charged instead. */
export type PriceDifference<O extends OfferedPrice = OfferedPrice> = {
  shown: ShownPrice;
  charged: O;
};

/**
 * Returns the price that is charged instead of the one that an entry shows; null where it is
 * charged, or where nothing can be compared.
 */
export const findPriceDifference = <O extends OfferedPrice>(
  fields: PriceFields,
  offered: readonly O[],
  comparison: Comparison,
): PriceDifference<O> | null => {
  const shown = getShownPrice(fields);
  if (shown === null) return null;
  const kind = getComparedKind(fields, shown);
  const charged = findDifferentCharge({ ...shown, kind }, offered, comparison);
  // The result is one of the offered prices.
  return charged === null ? null : { shown, charged: charged as O };
};

const roundToCents = (amount: number): number => Math.round(amount * 100) / 100;

/**
 * Returns the price fields that make an entry show a charged price. The total of a plan follows
 * where it is known. A price that is not lower than the regular one is no reduction.
 */
export const buildChargedFields = (
  fields: PriceFields,
  charged: OfferedPrice,
): Partial<Record<PriceField, number | null>> => {
  const { amount, instalments } = charged;
  const { kind, regular, enrolmentFee, total } = computeProductPrices(fields);
  if (kind === 'instalments') {
    const hasTotal = total !== null && typeof instalments === 'number';
    return {
      instalmentsPrice: amount,
      ...(hasTotal && { fullPrice: roundToCents(amount * instalments + (enrolmentFee ?? 0)) }),
    };
  }
  const isReduced = fields.fullPrice !== null && regular !== null && amount < regular;
  if (isReduced && fields.tuitionPrice !== null) return { tuitionPrice: amount };
  return fields.fullPrice === null
    ? { tuitionPrice: amount }
    : { fullPrice: amount, ...(fields.tuitionPrice !== null && { tuitionPrice: null }) };
};
