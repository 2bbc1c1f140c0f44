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
  version: number;
  /** When the reading began on which the facts stand, by the database's clock; bigints come as text. */
  syncedMs: string;
};
