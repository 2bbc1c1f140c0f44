/** The parameters of a write that decide whether it publishes. */
export type WriteParameters = { documentId?: string; status?: string };

/**
 * Returns whether a write of the Document Service publishes. `create` and `update` can publish too,
 * without a following `publish`.
 */
export const isPublishing = (action: string, { status }: WriteParameters): boolean =>
  action === 'publish' || ((action === 'create' || action === 'update') && status === 'published');
