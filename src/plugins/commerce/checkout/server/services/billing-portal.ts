import type Stripe from 'stripe';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Student } from '#platform/http/authentication';
import { normalizeEmail } from '#platform/http/email-address';
import { createHttpError } from '#platform/http/errors';
import { getTable } from '#platform/strapi/queries';
import { billingErrors, checkoutErrors } from '../../errors';
import { uids } from '../types';
import {
  createDeadline,
  type Deadline,
  type PaymentAccount,
  findPaymentAccount,
  getCheckoutSettings,
} from './provider/client';
import { describeProviderError, isCustomerRefused, mapProviderError } from './provider/errors';
import { isReturnAllowed } from './session/purchase';
import type { OrderRow } from './orders/order-row';
import { isFormerAddress } from '../former-addresses';
import { loadVisibleOrderIds } from './orders/ownership';
import { computeStableHash } from './coordination';

type Configuration = Stripe.BillingPortal.Configuration;
type CustomerUpdate = Configuration['features']['customer_update'];
type Parameters = Stripe.BillingPortal.ConfigurationCreateParams;

/**
 * Metadata key of configurations made by this service, which earlier releases know too. Its value
 * is the hash of their settings.
 */
const COPY = 'withoutPlanSwitching';

const toUndefined = <T>(value: T | null): T | undefined => value ?? undefined;

/** Field by which checkout finds customers. They must not take another customer's address. */
const ADDRESS = 'email';

/** Returns the updates that customers may make of their data, without their address. */
const withoutAddress = ({ enabled, allowed_updates: updates }: CustomerUpdate) => {
  const others = updates.filter((update) => update !== ADDRESS);
  return others.length === 0 ? { enabled: false } : { enabled, allowed_updates: others };
};

/** Returns the settings of a configuration with changes of plan and address disabled. */
const restrictFeatures = ({ business_profile: profile, features }: Configuration): Parameters => {
  const {
    customer_update: customer,
    invoice_history: invoices,
    payment_method_update: method,
    subscription_cancel: cancel,
  } = features;
  const { feedback_options: _, ...reasons } = cancel.cancellation_reason;
  return {
    business_profile: {
      headline: toUndefined(profile.headline),
      privacy_policy_url: toUndefined(profile.privacy_policy_url),
      terms_of_service_url: toUndefined(profile.terms_of_service_url),
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
const ensurePortalConfiguration = async (
  { name, client }: PaymentAccount,
  deadline: Deadline,
): Promise<string | undefined> => {
  const { data } = await deadline.call((options) =>
    client.billingPortal.configurations.list({ active: true, limit: 100 }, options),
  );
  const standard = data.find(({ is_default: isDefault }) => isDefault);
  if (standard === undefined || isRestricted(standard)) return undefined;
  const parameters = restrictFeatures(standard);
  const hash = computeStableHash(parameters);
  const existing = data.find(({ metadata }) => metadata?.[COPY] === hash);
  if (existing !== undefined) return existing.id;
  const idempotencyKey = computeStableHash([name, COPY, hash]);
  const created = await deadline.call((options) =>
    client.billingPortal.configurations.create(
      { ...parameters, metadata: { [COPY]: hash } },
      { ...options, idempotencyKey },
    ),
  );
  return created.id;
};

type PortalRequest = { student: Student; order: string; returnUrl: string };

/**
 * Returns whether a student is the provider's customer of an order. The provider identifies
 * customers by e-mail address. A signed-in buyer who used another person's address would see that
 * person's purchases in the portal.
 *
 * A student whose address has changed since remains the customer, unless the address is in use by
 * others.
 */
const isCustomer = async (
  { strapi }: WithStrapi,
  student: Student,
  { origin, customerId, customerEmail }: OrderRow,
  owned: readonly number[],
): Promise<boolean> => {
  if (!student.hasProvenAddress) return false;
  if (normalizeEmail(customerEmail) === normalizeEmail(student.email)) return true;
  if (!(await isFormerAddress({ strapi }, student, customerEmail))) return false;
  const orders = await getTable<OrderRow>({ strapi }, uids.order).findMany({
    where: { origin, customerId },
    select: ['id'],
  });
  return orders.every(({ id }) => owned.includes(id));
};

const loadSubscription = async (
  { strapi }: WithStrapi,
  { student, order }: Pick<PortalRequest, 'student' | 'order'>,
): Promise<{ account: string; customer: string }> => {
  const orders = getTable<OrderRow>({ strapi }, uids.order);
  const orderRow = await orders.findOne({ where: { documentId: order } });
  const owned = orderRow === null ? [] : await loadVisibleOrderIds({ strapi }, student);
  if (orderRow === null || !owned.includes(orderRow.id))
    throw createHttpError(billingErrors.ORDER_NOT_FOUND);
  const { origin, customerId, subscriptionId } = orderRow;
  if (subscriptionId === null || customerId === null) {
    throw createHttpError(billingErrors.NOT_A_SUBSCRIPTION);
  }
  if (!(await isCustomer({ strapi }, student, orderRow, owned))) {
    throw createHttpError(billingErrors.BILLING_NOT_YOURS);
  }
  return { account: origin, customer: customerId };
};

/**
 * Returns the address of the provider's page on which customers manage a subscription.
 *
 * @see https://docs.stripe.com/customer-management/integrate-customer-portal
 * @throws RETURN_URL_NOT_ALLOWED, ORDER_NOT_FOUND, NOT_A_SUBSCRIPTION, BILLING_NOT_YOURS, or an
 *   error of the provider
 */
export const createBillingPortalUrl = async (
  { strapi }: WithStrapi,
  { student, order, returnUrl }: PortalRequest,
): Promise<string> => {
  if (!isReturnAllowed(returnUrl, getCheckoutSettings({ strapi }))) {
    throw createHttpError(checkoutErrors.RETURN_URL_NOT_ALLOWED, {
      details: { field: 'return_url' },
    });
  }
  const { account: name, customer } = await loadSubscription({ strapi }, { student, order });
  const account = findPaymentAccount({ strapi }, name);
  if (account === undefined) throw new Error(`No payment account ${name} is configured`);
  try {
    const deadline = createDeadline({ strapi });
    const configuration = await ensurePortalConfiguration(account, deadline);
    const { url } = await deadline.call((options) =>
      account.client.billingPortal.sessions.create(
        { customer, return_url: returnUrl, ...(configuration !== undefined && { configuration }) },
        options,
      ),
    );
    return url;
  } catch (error) {
    // The provider has ended the subscriptions of a customer that was deleted there.
    if (isCustomerRefused(error)) throw createHttpError(billingErrors.NOT_A_SUBSCRIPTION);
    const failure = mapProviderError(error);
    if (failure !== error) {
      strapi.log.warn(
        `checkout: ${name} could not open its billing portal: ${describeProviderError(error)}`,
      );
    }
    throw failure;
  }
};
