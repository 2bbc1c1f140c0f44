import type Stripe from 'stripe';
import { stableHash } from '../coordination';
import type { Deadline, PaymentAccount } from '../provider/client';

type Configuration = Stripe.BillingPortal.Configuration;
type Parameters = Stripe.BillingPortal.ConfigurationCreateParams;

/** Metadata key of configurations made by this service. Its value is the hash of their settings. */
const COPY = 'withoutPlanSwitching';

const orNothing = <T>(value: T | null): T | undefined => value ?? undefined;

/** Returns the settings of a configuration with plan switching disabled. */
const withoutPlanSwitching = ({
  business_profile: profile,
  features,
}: Configuration): Parameters => {
  const {
    customer_update: customer,
    invoice_history: invoices,
    payment_method_update: method,
    subscription_cancel: cancel,
  } = features;
  const { feedback_options: _, ...reasons } = cancel.cancellation_reason;
  return {
    business_profile: {
      headline: orNothing(profile.headline),
      privacy_policy_url: orNothing(profile.privacy_policy_url),
      terms_of_service_url: orNothing(profile.terms_of_service_url),
    },
    features: {
      customer_update: { enabled: customer.enabled, allowed_updates: customer.allowed_updates },
      invoice_history: { enabled: invoices.enabled },
      payment_method_update: { enabled: method.enabled },
      subscription_cancel: {
        enabled: cancel.enabled,
        mode: cancel.mode,
        proration_behavior: cancel.proration_behavior,
        cancellation_reason: reasons,
      },
      subscription_update: { enabled: false },
    },
  };
};

/**
 * Returns the id of the portal configuration, or undefined for the account's default. A default
 * that lets customers switch plans is copied without that feature: an order is for one product and
 * price.
 */
export const portalConfiguration = async (
  { name, client }: PaymentAccount,
  deadline: Deadline,
): Promise<string | undefined> => {
  const { data } = await deadline.call((options) =>
    client.billingPortal.configurations.list({ active: true, limit: 100 }, options),
  );
  const standard = data.find(({ is_default: isDefault }) => isDefault);
  if (standard?.features.subscription_update.enabled !== true) return undefined;
  const parameters = withoutPlanSwitching(standard);
  const hash = stableHash(parameters);
  const known = data.find(({ metadata }) => metadata?.[COPY] === hash);
  if (known !== undefined) return known.id;
  const idempotencyKey = stableHash([name, COPY, hash]);
  const made = await deadline.call((options) =>
    client.billingPortal.configurations.create(
      { ...parameters, metadata: { [COPY]: hash } },
      { ...options, idempotencyKey },
    ),
  );
  return made.id;
};
