export const EVENT_JOB = 'checkout.event';
export const RECONCILE_JOB = 'checkout.reconcile';
