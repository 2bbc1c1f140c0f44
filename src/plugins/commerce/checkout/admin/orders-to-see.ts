/** A question about orders that somebody of support has to look into, as filters of the list. */
export type Question = {
  id: 'handover' | 'disputed' | 'inquiry' | 'refund-failed' | 'failed' | 'unsettled';
  /** In the form of the list's address, without the order that they have there. */
  filters: readonly (readonly [path: string, value: string])[];
};

const DAY = 24 * 60 * 60 * 1000;

/** A payment that fails is tried again by whoever wants to buy; after a month nobody will. */
const FAILED_DAYS = 30;

/**
 * What is asked at a moment. A payment that is under way takes minutes, by bank transfer a day; what the provider has
 * not settled after that is stuck.
 */
export const questionsAt = (now: number): readonly Question[] => {
  const daysAgo = (days: number): string => new Date(now - days * DAY).toISOString();
  return [
    { id: 'handover', filters: [['[handover][$eq]', 'waiting']] },
    // Of a disputed part the order stays paid, and of a lost dispute it stays disputed.
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

/** The orders of a question, as the address of a list says it. */
export const queryOf = ({ filters }: Question, pageSize: number): string =>
  new URLSearchParams([
    ['page', '1'],
    ['pageSize', String(pageSize)],
    ['sort', 'createdAt:DESC'],
    ...filters.map(([path, value], at): [string, string] => [`filters[$and][${at}]${path}`, value]),
  ]).toString();
