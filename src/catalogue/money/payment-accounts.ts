import type { WithStrapi } from '../../platform/with-strapi';
import { featuresOf } from '../../feature/application';

/** Returns the names of the accounts that receive payments, in lower case. */
export const paymentAccounts = (context: WithStrapi): readonly string[] =>
  featuresOf(context).flatMap((feature) => feature.paymentAccounts?.(context) ?? []);
