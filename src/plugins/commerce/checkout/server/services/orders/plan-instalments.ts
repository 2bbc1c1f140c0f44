import type { WithStrapi } from '../../../../../../platform/with-strapi';
import { jobsOf } from '../../../../../../platform/jobs';
import type { OrderRow } from './order-row';

export const INSTALMENTS_JOB = 'checkout.instalments';

/**
 * States in which a subscription is charged and needs an end. A trial is not among them: it charges nothing, and a schedule
 * made during it would count it as an instalment.
 */
export const WITHOUT_END = ['active', 'past_due', 'unpaid'] as const;

const goesOn = ({ subscriptionStatus }: OrderRow): boolean =>
  WITHOUT_END.some((status) => status === subscriptionStatus);

/**
 * Has the subscription of an order by instalments ended after the last of them. To be called in the transaction that writes
 * the order down: without an end the customer would be charged for ever, and after the last instalment as well.
 *
 * @param hasWrongEnd whether the end that it has comes before or after the last instalment
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
