import type { WithStrapi } from '../../../../../../platform/with-strapi';
import { jobsOf } from '../../../../../../platform/jobs';
import type { OrderRow } from './order-row';

export const INSTALMENTS_JOB = 'checkout.instalments';

/**
 * States in which a subscription is charged and needs an end. Trials are not included: they charge
 * nothing, and a schedule made during one would count it as an instalment.
 */
export const WITHOUT_END = ['active', 'past_due', 'unpaid'] as const;

const goesOn = ({ subscriptionStatus }: OrderRow): boolean =>
  WITHOUT_END.some((status) => status === subscriptionStatus);

/**
 * Queues the job that ends the subscription of an order after its instalments. Call it in the
 * transaction that writes the order: without an end the customer would be charged beyond the last
 * instalment.
 *
 * @param hasWrongEnd whether the current end comes before or after the last instalment
 */
export const planInstalments = async (
  { strapi }: WithStrapi,
  order: OrderRow,
  hasWrongEnd: boolean,
): Promise<void> => {
  const { id, instalments, scheduleId } = order;
  if (instalments === null || !goesOn(order)) return;
  if (scheduleId !== null && !hasWrongEnd) return;
  await jobsOf({ strapi }).enqueue(INSTALMENTS_JOB, { order: id });
};
