import type { Core } from '@strapi/types';

export type WithStrapi = { strapi: Core.Strapi };

export const uids = {
  order: 'plugin::checkout.order',
  event: 'plugin::checkout.event',
  request: 'plugin::checkout.request',
} as const;

export type EventRow = {
  id: number;
  eventId: string;
  origin: string;
  type: string;
  /** What it is about; the column has an older name. */
  subject: EventTarget;
  receivedMs: string;
  outcome: 'received' | 'applied' | 'ignored';
};

/** What an event is about; enough to find the session, nothing personal. */
export type EventTarget = {
  sessionId?: string;
  paymentIntentId?: string;
  subscriptionId?: string;
};
