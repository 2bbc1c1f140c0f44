/** A group of orders that need attention, as filters of the list. */
export type Question = {
  id: 'handover' | 'disputed' | 'inquiry' | 'refund-failed' | 'failed' | 'unsettled';
  /** Paths and values of the list's query string, without the index that they get there. */
  filters: readonly (readonly [path: string, value: string])[];
};

const DAY = 24 * 60 * 60 * 1000;

/** Customers retry failed payments themselves. Nobody does after a month. */
const FAILED_DAYS = 30;

/**
 * Returns the groups at a moment. A pending payment takes minutes, or a day by bank transfer; a
 * pending payment older than a day is stuck.
 */
export const groupOrdersToReview = (now: number): readonly Question[] => {
  const daysAgo = (days: number): string => new Date(now - days * DAY).toISOString();
  return [
    { id: 'handover', filters: [['[handover][$eq]', 'waiting']] },
    // The state does not show this: an order stays `paid` if a part is disputed, and `disputed` if
    // the dispute is lost.
    { id: 'disputed', filters: [['[disputePhase][$eq]', 'open']] },
    { id: 'inquiry', filters: [['[disputePhase][$eq]', 'inquiry']] },
    { id: 'refund-failed', filters: [['[refundStatus][$eq]', 'failed']] },
    {
      id: 'failed',
      filters: [
        ['[state][$eq]', 'failed'],
        ['[createdAt][$gt]', daysAgo(FAILED_DAYS)],
      ],
    },
    {
      id: 'unsettled',
      filters: [
        ['[sessionStatus][$eq]', 'complete'],
        ['[paymentStatus][$eq]', 'pending'],
        ['[createdAt][$lt]', daysAgo(1)],
      ],
    },
  ];
};

/** Returns the query string of a list that shows the orders of a group. */
export const queryOf = ({ filters }: Question, pageSize: number): string =>
  new URLSearchParams([
    ['page', '1'],
    ['pageSize', String(pageSize)],
    ['sort', 'createdAt:DESC'],
    ...filters.map(([path, value], at): [string, string] => [`filters[$and][${at}]${path}`, value]),
  ]).toString();
