import { isTrue, listIn, getNumber, getText } from '#catalogue/entry-values';
import {
  findDifferentCharge,
  getComparedKind,
  matchesPurchaseType,
  findDifferentPlanTotal,
  PRICE_FIELDS,
  getPriceFields,
  computeProductPrices,
  type PurchaseKind,
  getShownPrice,
} from '#catalogue/money/product-prices';
import { isWithheldUntilPublished } from '#catalogue/off-sale';
import { selectChargingAccounts } from '#catalogue/money/charging-accounts';
import type { Text } from '#feature/layout';
import type {
  AccountFacts,
  Entry,
  Facts,
  OfferedPrice,
  BrokenRulePlace,
  Rule,
} from '#feature/publishing-rules';

const getAccount = (entry: Entry): string => getText(entry, 'payCrm').toLowerCase();

const isKnownAccount = (entry: Entry, { accounts }: Facts): boolean =>
  accounts.length === 0 ||
  getAccount(entry) === '' ||
  accounts.some(({ account }) => account === getAccount(entry));

const findChargingAccounts = (entry: Entry, { accounts }: Facts): readonly AccountFacts[] =>
  selectChargingAccounts(accounts, getAccount(entry));

/**
 * Returns the prices that customers may be charged; none while an account is unavailable, because
 * it may offer the right price.
 */
const listOfferedPrices = (entry: Entry, facts: Facts): readonly OfferedPrice[] => {
  const accountsThatCharge = findChargingAccounts(entry, facts);
  return accountsThatCharge.some(({ product }) => product === 'unknown')
    ? []
    : accountsThatCharge.flatMap(({ prices }) => prices);
};

const isSoldByNone = (accounts: readonly AccountFacts[]): boolean =>
  accounts.length > 0 && accounts.every(({ product }) => product === 'unsold');

const findOtherSeller = (entry: Entry, facts: Facts): AccountFacts | undefined => {
  const accountsThatCharge = findChargingAccounts(entry, facts);
  return facts.accounts.find(
    (account) => account.product === 'sold' && !accountsThatCharge.includes(account),
  );
};

/**
 * Returns whether an identifier has surrounding spaces. Checkout and the provider compare it
 * exactly.
 */
const hasBlanks = ({ payID }: Entry): boolean =>
  typeof payID === 'string' && payID !== payID.trim();

/** Returns whether no account sells the product and no other account explains why. */
const isUnknownProduct = (entry: Entry, facts: Facts): boolean => {
  if (getText(entry, 'payID') === '') return false;
  if (hasBlanks(entry)) return facts.accounts.length > 0;
  return (
    isSoldByNone(findChargingAccounts(entry, facts)) && findOtherSeller(entry, facts) === undefined
  );
};

const isInWrongAccount = (entry: Entry, facts: Facts): BrokenRulePlace[] | false => {
  const seller = findOtherSeller(entry, facts);
  if (seller === undefined || !isSoldByNone(findChargingAccounts(entry, facts))) return false;
  return [{ values: { account: seller.account, chosen: getText(entry, 'payCrm') } }];
};

const buildLinesKey = (entry: Entry): string =>
  listIn(entry, 'verticals')
    .map(({ documentId }) => String(documentId))
    .sort()
    .join(' ');

/** Returns whether an entry is sold in the same way as its published version. */
const isSoldAsBefore = (entry: Entry, before: Entry): boolean =>
  getText(entry, 'payID') === getText(before, 'payID') &&
  getText(entry, 'purchaseType') === getText(before, 'purchaseType') &&
  getAccount(entry) === getAccount(before) &&
  isWithheldUntilPublished(entry) === isWithheldUntilPublished(before) &&
  PRICE_FIELDS.every((field) => getNumber(entry, field) === getNumber(before, field)) &&
  buildLinesKey(entry) === buildLinesKey(before);

/**
 * Returns whether a publication starts or changes a sale. Other corrections of a published product
 * are not blocked.
 */
const isSaleChange = (entry: Entry, { publishedSale }: Facts): boolean =>
  !isWithheldUntilPublished(entry) &&
  (publishedSale === null || !isSoldAsBefore(entry, publishedSale));

/**
 * Returns a rule that is an error where a publication starts or changes a sale, and a warning
 * otherwise.
 */
const createSaleRules = ({ check, ...rule }: Omit<Rule, 'severity'>): readonly Rule[] => [
  {
    ...rule,
    severity: 'error',
    check: (entry, facts) => isSaleChange(entry, facts) && check(entry, facts),
  },
  {
    ...rule,
    severity: 'warning',
    check: (entry, facts) => !isSaleChange(entry, facts) && check(entry, facts),
  },
];

/**
 * Returns the provider's price that differs from the shown one; false where nothing can be
 * compared.
 */
const findDifferentPrice = (
  entry: Entry,
  facts: Facts,
  { isRecurring }: { isRecurring: boolean },
): BrokenRulePlace[] | false => {
  const fields = getPriceFields(entry);
  const shown = getShownPrice(fields);
  if (shown === null || (shown.kind !== 'single') !== isRecurring) return false;
  const offered = listOfferedPrices(entry, facts);
  const { currencies, priceTolerance: tolerance } = facts;
  const kind = getComparedKind(fields, shown);
  // One result a currency would repeat the same correction.
  const [first] = currencies.flatMap((currency): BrokenRulePlace[] => {
    const comparison = { currencies: [currency], tolerance };
    const charged = findDifferentCharge({ ...shown, kind }, offered, comparison);
    if (charged === null) return [];
    const values = {
      shown: { amount: shown.amount, currency },
      charged: { amount: charged.amount, currency: charged.currency },
    };
    return [{ path: [shown.field], values }];
  });
  return first === undefined ? false : [first];
};

/** Returns the published total and the sum of the charged instalments where the two differ. */
const findDifferentTotal = (entry: Entry, facts: Facts): BrokenRulePlace[] | false => {
  const offered = listOfferedPrices(entry, facts);
  const { currencies, priceTolerance: tolerance } = facts;
  const comparison = { currencies, tolerance };
  const instead = findDifferentPlanTotal(getPriceFields(entry), offered, comparison);
  if (instead === null) return false;
  const { total, charged, currency } = instead;
  return [{ values: { shown: { amount: total }, charged: { amount: charged, currency } } }];
};

const purchaseTypeTexts: Readonly<Record<PurchaseKind, Text>> = {
  single: { en: 'once', es: 'de una vez' },
  subscription: { en: 'by subscription', es: 'por suscripción' },
  instalments: {
    en: 'in instalments, with their number (`instalments`)',
    es: 'a plazos, con su número (`instalments`)',
  },
};

/** Returns whether accounts sell the product, but checkout would reject each of their prices. */
const findMissingPrice = (entry: Entry, facts: Facts): BrokenRulePlace[] | false => {
  const fields = getPriceFields(entry);
  const { kind } = computeProductPrices(fields);
  if (getComparedKind(fields, { kind }) === null) return false;
  const offered = listOfferedPrices(entry, facts);
  const isLacking =
    offered.length > 0 && !offered.some((price) => matchesPurchaseType(kind, price));
  return isLacking ? [{ values: { way: purchaseTypeTexts[kind] } }] : false;
};

/** Returns another published product that the same account sells under the same identifier. */
const findConflictingProduct = (
  entry: Entry,
  { samePaymentProduct, accounts }: Facts,
): BrokenRulePlace[] | false => {
  if (accounts.length === 0) return false;
  const account = getAccount(entry);
  const other = samePaymentProduct.find(
    (price) =>
      account === '' ||
      price.account.trim() === '' ||
      price.account.trim().toLowerCase() === account,
  );
  if (other === undefined) return false;
  return [{ values: { product: getText(entry, 'payID'), other: other.title } }];
};

/** Errors that would make every payment fail. */
export const paymentErrors: readonly Rule[] = [
  {
    code: 'PAYMENT_ACCOUNT_UNKNOWN',
    severity: 'error',
    field: 'payCrm',
    text: {
      en: 'The payment account “{account}” does not exist. Choose one of: {accounts}.',
      es: 'La cuenta de pago «{account}» no existe. Elige una de estas: {accounts}.',
    },
    title: { en: 'The payment account does not exist.', es: 'La cuenta de pago no existe.' },
    check: (entry, facts) =>
      isKnownAccount(entry, facts)
        ? false
        : [
            {
              values: {
                account: getText(entry, 'payCrm'),
                accounts: facts.accounts.map(({ account }) => account).join(', '),
              },
            },
          ],
  },
  {
    code: 'PAYMENT_PRODUCT_UNKNOWN',
    severity: 'error',
    field: 'payID',
    text: {
      en: 'The payment provider has no product “{product}” on sale. Choose another payment product, or create one.',
      es: 'La pasarela de pago no tiene a la venta el producto «{product}». Elige otro producto de pago o crea uno.',
    },
    title: {
      en: 'The product is not on sale at the payment provider.',
      es: 'El producto no está a la venta en la pasarela de pago.',
    },
    check: (entry, facts) =>
      !isWithheldUntilPublished(entry) && isUnknownProduct(entry, facts)
        ? [{ values: { product: String(entry.payID) } }]
        : false,
  },
  {
    code: 'PAYMENT_PRODUCT_ELSEWHERE',
    severity: 'error',
    field: 'payCrm',
    text: {
      en: 'The account “{account}” sells the payment product, not “{chosen}”. Choose the other account.',
      es: 'El producto de pago lo vende la cuenta «{account}», no «{chosen}». Elige la otra cuenta.',
    },
    title: {
      en: 'Another payment account sells the product.',
      es: 'El producto lo vende otra cuenta de pago.',
    },
    check: (entry, facts) =>
      isKnownAccount(entry, facts) && !isWithheldUntilPublished(entry)
        ? isInWrongAccount(entry, facts)
        : false,
  },
];

/** Rules against charging another price than the published one, or selling another product. */
export const saleRules: readonly Rule[] = [
  ...createSaleRules({
    code: 'PAYMENT_PRODUCT_SHARED',
    field: 'payID',
    text: {
      en: 'The published product “{other}” is already sold as “{product}”. Choose another payment product, create one, or unpublish the other entry.',
      es: 'El producto publicado «{other}» ya se vende como «{product}». Elige otro producto de pago, crea uno o despublica la otra entrada.',
    },
    title: {
      en: 'Another published product has the same payment product.',
      es: 'Otro producto publicado tiene el mismo producto de pago.',
    },
    check: findConflictingProduct,
  }),
  ...createSaleRules({
    code: 'PROVIDER_PRICE_MISSING',
    field: 'purchaseType',
    text: {
      en: 'The product is paid {way}, but the payment provider has no such price. Create one there, or change the purchase type.',
      es: 'El producto se paga {way}, pero la pasarela de pago no tiene ningún precio así. Créalo allí o cambia la forma de pago.',
    },
    title: {
      en: 'The payment provider has no price for the purchase type.',
      es: 'La pasarela de pago no tiene ningún precio para la forma de pago.',
    },
    check: findMissingPrice,
  }),
  ...createSaleRules({
    code: 'PROVIDER_PRICE_DIFFERS',
    field: 'tuitionPrice',
    text: {
      en: 'The published price is {shown}, but the payment provider charges {charged}. Correct the price here or there.',
      es: 'El precio publicado es {shown}, pero la pasarela de pago cobra {charged}. Corrige el precio aquí o allí.',
    },
    title: {
      en: 'The payment provider charges another price.',
      es: 'La pasarela de pago cobra otro precio.',
    },
    check: (entry, facts) => findDifferentPrice(entry, facts, { isRecurring: false }),
  }),
  ...createSaleRules({
    code: 'PROVIDER_INSTALMENT_DIFFERS',
    field: 'instalmentsPrice',
    text: {
      en: 'The published price per payment is {shown}, but the payment provider charges {charged}. Correct the price here or there.',
      es: 'El precio publicado por pago es {shown}, pero la pasarela de pago cobra {charged}. Corrige el precio aquí o allí.',
    },
    title: {
      en: 'The payment provider charges another price for each payment.',
      es: 'La pasarela de pago cobra otro precio por cada pago.',
    },
    check: (entry, facts) => findDifferentPrice(entry, facts, { isRecurring: true }),
  }),
];

/** Warning only, because instalments may cost more than a single payment. */
export const instalmentsTotal: Rule = {
  code: 'PROVIDER_TOTAL_DIFFERS',
  severity: 'warning',
  field: 'fullPrice',
  text: {
    en: 'The published total is {shown}, but the instalments come to {charged}. Correct the price here, or the number of instalments at the payment provider.',
    es: 'El total publicado es {shown}, pero los plazos suman {charged}. Corrige el precio aquí o el número de plazos en la pasarela de pago.',
  },
  title: {
    en: 'The instalments come to another total.',
    es: 'Los plazos suman otro total.',
  },
  check: findDifferentTotal,
};

/** Warning only, because the product may get its payment product before its sale begins. */
export const pendingPaymentProduct: Rule = {
  code: 'PAYMENT_PRODUCT_PENDING',
  severity: 'warning',
  field: 'payID',
  text: {
    en: 'The payment provider has no product “{product}” on sale yet. Create it there before the sale starts.',
    es: 'La pasarela de pago todavía no tiene a la venta el producto «{product}». Créalo allí antes de que empiece la venta.',
  },
  title: {
    en: 'The product is announced, but not on sale at the payment provider yet.',
    es: 'El producto está anunciado, pero aún no está a la venta en la pasarela de pago.',
  },
  check: (entry, facts) =>
    isTrue(entry, 'isSoon') && isUnknownProduct(entry, facts)
      ? [{ values: { product: String(entry.payID) } }]
      : false,
};
