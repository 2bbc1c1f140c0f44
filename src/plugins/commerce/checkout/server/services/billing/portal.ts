import type { WithStrapi } from '../../../../../../platform/with-strapi';
import type { Student } from '../../../../../../platform/http/authentication';
import { normalizeEmail } from '../../../../../../platform/http/email-address';
import { httpError } from '../../../../../../platform/http/errors';
import { tableOf } from '../../../../../../platform/strapi/queries';
import { billingErrors } from '../../../billing-contract';
import { checkoutErrors } from '../../../contract';
import { uids } from '../../types';
import { createDeadline, paymentAccountNamed, settingsOf } from '../provider/client';
import { describeProviderError, isCustomerRefused, providerFailure } from '../provider/errors';
import { isReturnAllowed } from '../session/purchase';
import type { OrderRow } from '../orders/order-row';
import { isFormerAddress } from '../../former-addresses';
import { ordersOwnedBy } from '../orders/ownership';
import { portalConfiguration } from './configuration';

type Wanted = { student: Student; order: string; returnUrl: string };

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
  const orders = await tableOf<OrderRow>({ strapi }, uids.order).findMany({
    where: { origin, customerId },
    select: ['id'],
  });
  return orders.every(({ id }) => owned.includes(id));
};

const subscriptionOf = async (
  { strapi }: WithStrapi,
  { student, order }: Pick<Wanted, 'student' | 'order'>,
): Promise<{ account: string; customer: string }> => {
  const orders = tableOf<OrderRow>({ strapi }, uids.order);
  const found = await orders.findOne({ where: { documentId: order } });
  const owned = found === null ? [] : await ordersOwnedBy({ strapi }, student);
  if (found === null || !owned.includes(found.id)) throw httpError(billingErrors.ORDER_NOT_FOUND);
  const { origin, customerId, subscriptionId } = found;
  if (subscriptionId === null || customerId === null) {
    throw httpError(billingErrors.NOT_A_SUBSCRIPTION);
  }
  if (!(await isCustomer({ strapi }, student, found, owned))) {
    throw httpError(billingErrors.BILLING_NOT_YOURS);
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
export const billingPortalOf = async (
  { strapi }: WithStrapi,
  { student, order, returnUrl }: Wanted,
): Promise<string> => {
  if (!isReturnAllowed(returnUrl, settingsOf({ strapi }))) {
    throw httpError(checkoutErrors.RETURN_URL_NOT_ALLOWED, { details: { field: 'return_url' } });
  }
  const { account: name, customer } = await subscriptionOf({ strapi }, { student, order });
  const account = paymentAccountNamed({ strapi }, name);
  if (account === undefined) throw new Error(`No payment account ${name} is configured`);
  try {
    const deadline = createDeadline({ strapi });
    const configuration = await portalConfiguration(account, deadline);
    const { url } = await deadline.call((options) =>
      account.client.billingPortal.sessions.create(
        { customer, return_url: returnUrl, ...(configuration !== undefined && { configuration }) },
        options,
      ),
    );
    return url;
  } catch (error) {
    // The provider has ended the subscriptions of a customer that was deleted there.
    if (isCustomerRefused(error)) throw httpError(billingErrors.NOT_A_SUBSCRIPTION);
    const known = providerFailure(error);
    if (known !== error) {
      strapi.log.warn(
        `checkout: ${name} could not open its billing portal: ${describeProviderError(error)}`,
      );
    }
    throw known;
  }
};
