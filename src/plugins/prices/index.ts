import type { Feature } from '../../feature/feature';
import { priceFinding } from './layout';
import { checkOnce } from './server/check/job';
import { guardPrices } from './server/guard';
import { knowledgeDefinitions } from './server/known/tables';
import { priceSettings } from './settings';

export { currenciesOf, currencyOf, linesOf } from './server/lines';
export { compareSoon } from './server/known/ask';
export { inquireAbout } from './server/known/inquire';
export { recallAccounts, recallProducts, type AccountState } from './server/known/recall';
export {
  definePaymentProvider,
  type PaymentProvider,
  type ProviderAnswer,
} from './server/provider-prices';
export type { ProviderPrice } from './money/compare';

/** Prices that are stored as they were meant, in the currency of their business line. */
export const prices: Feature = {
  name: 'prices',
  isPlugin: true,
  settings: [priceSettings],
  layouts: { types: [priceFinding] },
  definitions: knowledgeDefinitions,
  register: guardPrices,
  start: checkOnce,
};
