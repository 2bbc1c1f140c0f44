import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Metric } from '#feature/feature';
import { readDatabaseTime, getTable } from '#platform/strapi/queries';
import { type OrderRow, buildUnsettledOrdersFilter } from './services/orders/order-row';
import { uids } from './types';

type EventRow = { id: number; receivedMs: string };

const TEN_MINUTES = 600_000;

/** Returns the age of the oldest timestamp in seconds, or 0 without one. */
const computeAge = (now: number, oldestMs: string | undefined): number =>
  Math.max((now - Number(oldestMs ?? now)) / 1000, 0);

/** Returns metrics of unsettled orders and of events that are stored but not applied. */
export const createCheckoutMetrics = ({ strapi }: WithStrapi): readonly Metric[] => {
  const getOrderTable = () => getTable<OrderRow>({ strapi }, uids.order);
  const getEventTable = () => getTable<EventRow>({ strapi }, uids.event);
  return [
    {
      name: 'cms_orders_unsettled',
      help: 'Unsettled orders: open, in progress, disputed, or past the paid period',
      kind: 'gauge',
      asksDatabase: true,
      read: async () => {
        const now = await readDatabaseTime({ strapi });
        return [
          {
            value: await getOrderTable().count({
              where: buildUnsettledOrdersFilter(now - TEN_MINUTES),
            }),
          },
        ];
      },
    },
    {
      name: 'cms_orders_unsettled_unheard_seconds',
      help: 'Seconds since the unsettled order with the oldest data was read from the provider',
      kind: 'gauge',
      asksDatabase: true,
      read: async () => {
        const now = await readDatabaseTime({ strapi });
        const [oldest] = await getOrderTable().findMany({
          where: buildUnsettledOrdersFilter(now - TEN_MINUTES),
          select: ['syncedMs'],
          orderBy: { syncedMs: 'asc' },
          limit: 1,
        });
        return [{ value: computeAge(now, oldest?.syncedMs) }];
      },
    },
    {
      name: 'cms_payment_events_unapplied',
      help: 'Received events of the payment provider that are not applied yet',
      kind: 'gauge',
      asksDatabase: true,
      read: async () => [
        { value: await getEventTable().count({ where: { outcome: 'received' } }) },
      ],
    },
    {
      name: 'cms_payment_events_oldest_seconds',
      help: 'Seconds since the oldest of them was received',
      kind: 'gauge',
      asksDatabase: true,
      read: async () => {
        const now = await readDatabaseTime({ strapi });
        const [oldest] = await getEventTable().findMany({
          where: { outcome: 'received' },
          select: ['receivedMs'],
          orderBy: { receivedMs: 'asc' },
          limit: 1,
        });
        return [{ value: computeAge(now, oldest?.receivedMs) }];
      },
    },
  ];
};
