import type { WithStrapi } from '../../platform/strapi/with-strapi';
import { featuresOf } from '../../feature/application';
import type { PaymentFacts } from '../../feature/publishing-rules';

/** Returns the names of the accounts that receive payments, in lower case. */
export const paymentAccounts = (context: WithStrapi): readonly string[] =>
  featuresOf(context).flatMap((feature) => feature.paymentAccounts?.(context) ?? []);

/** Returns the known prices of payment products; none without a feature for prices. */
export const readPaymentFacts = async (
  context: WithStrapi,
  payIDs: readonly string[],
): Promise<PaymentFacts> => {
  const [read] = featuresOf(context).flatMap((feature) => feature.readPaymentFacts ?? []);
  return (await read?.(context, payIDs)) ?? { accounts: new Map(), priceTolerance: 0 };
};
