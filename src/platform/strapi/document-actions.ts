/** Of a write's parameters, what decides what becomes of the document. */
export type WriteParameters = { documentId?: string; status?: string };

/**
 * Whether a write of the Document Service publishes: `create` and `update` can do so too, and then no
 * `publish` follows.
 */
export const publishes = (action: string, { status }: WriteParameters): boolean =>
  action === 'publish' || ((action === 'create' || action === 'update') && status === 'published');
