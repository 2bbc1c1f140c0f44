import type { OrderStatus } from './order-status';

/** Order as stored in the database. */
export type OrderRow = OrderStatus & {
  id: number;
  documentId: string;
  createdAt: string;
  sessionId: string;
  mode: 'payment' | 'subscription';
  origin: string;
  /** Slug of the business line at the time of the purchase. */
  vertical: string;
  /** Null: unknown, as in orders of earlier releases. */
  verticalDocumentId: string | null;
  productDocumentId: string;
  productTitle: string;
  productSKU: string;
  customerEmail: string;
  priceId: string;
  /** Number of payments of the price. Null: one payment, or a subscription without an end. */
  instalments: number | null;
  /**
   * Id of the provider's schedule that ends the subscription after the instalments. Null: none yet.
   */
  scheduleId: string | null;
  /**
   * End that this service set in the schedule. Null: it is being set, or an earlier release set it.
   */
  scheduleEnd: string | null;
  version: number;
  /**
   * Milliseconds by the database's clock at which the last reading began. The driver returns
   * bigints as text.
   */
  syncedMs: string;
};
