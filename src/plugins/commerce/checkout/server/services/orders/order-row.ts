import type { OrderStatus } from './order-status';

/** An order as the database holds it. */
export type OrderRow = OrderStatus & {
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
  customerEmail: string;
  priceId: string;
  /** In how many payments it is paid; null: at once, or by a subscription without an end. */
  instalments: number | null;
  /** What ends the subscription at the provider after them; null as long as nothing does. */
  scheduleId: string | null;
  /** When that ends it, as it was set here; null: it is being set, or an earlier release has set it. */
  scheduleEnd: string | null;
  version: number;
  /** When the reading began on which the facts stand, by the database's clock; bigints come as text. */
  syncedMs: string;
};
