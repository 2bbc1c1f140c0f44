import type Stripe from 'stripe';
import { stableHash } from '../coordination';
import type { Deadline, PaymentAccount } from '../provider/client';

type Configuration = Stripe.BillingPortal.Configuration;
type CustomerUpdate = Configuration['features']['customer_update'];
type Parameters = Stripe.BillingPortal.ConfigurationCreateParams;

/**
 * Metadata key of configurations made by this service, which earlier releases know too. Its value
 * is the hash of their settings.
 */
const COPY = 'withoutPlanSwitching';

const orNothing = <T>(value: T | null): T | undefined => value ?? undefined;

/** Field by which checkout finds customers. They must not take another customer's address. */
const ADDRESS = 'email';

/** Returns the updates that customers may make of their data, without their address. */
const withoutAddress = ({ enabled, allowed_updates: updates }: CustomerUpdate) => {
  const others = updates.filter((update) => update !== ADDRESS);
  return others.length === 0 ? { enabled: false } : { enabled, allowed_updates: others };
};

/** Returns the settings of a configuration with changes of plan and address disabled. */
const restricted = ({ business_profile: profile, features }: Configuration): Parameters => {
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
      customer_update: withoutAddress(customer),
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

/** Returns whether customers can change neither plan nor address. */
const isRestricted = ({
  features: { customer_update: customer, subscription_update: plan },
}: Configuration) =>
  !plan.enabled && !(customer.enabled && customer.allowed_updates.includes(ADDRESS));

/**
 * Returns the id of the portal configuration, or undefined for the account's default. A default
 * that lets customers switch plans is copied without that feature: an order is for one product and
 * price. The copy keeps their address as well, because it says whose purchases a customer has.
 */
export const portalConfiguration = async (
  { name, client }: PaymentAccount,
  deadline: Deadline,
): Promise<string | undefined> => {
  const { data } = await deadline.call((options) =>
    client.billingPortal.configurations.list({ active: true, limit: 100 }, options),
  );
  const standard = data.find(({ is_default: isDefault }) => isDefault);
  if (standard === undefined || isRestricted(standard)) return undefined;
  const parameters = restricted(standard);
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
