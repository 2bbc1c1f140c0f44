import type { Core } from '@strapi/types';
import type { OrderFacts } from './orders/facts';

export type WithStrapi = { strapi: Core.Strapi };

export const uids = {
  order: 'plugin::checkout.order',
  event: 'plugin::checkout.event',
  request: 'plugin::checkout.request',
} as const;

/** An order as the database holds it. */
export type OrderRow = OrderFacts & {
  id: number;
  documentId: string;
  createdAt: string;
  sessionId: string;
  mode: 'payment' | 'subscription';
  origin: string;
  vertical: string;
  productDocumentId: string;
  productTitle: string;
  productSKU: string;
  version: number;
  /** When the reading began on which the facts stand, by the database's clock; bigints come as text. */
  syncedMs: string;
};

export type EventRow = {
  id: number;
  eventId: string;
  origin: string;
  type: string;
  subject: EventSubject;
  receivedMs: string;
  outcome: 'received' | 'applied' | 'ignored';
};

/** What an event is about; enough to find the session, nothing personal. */
export type EventSubject = {
  sessionId?: string;
  paymentIntentId?: string;
  subscriptionId?: string;
};
