import type { WithStrapi } from '../../platform/strapi/with-strapi';
import type { DependencyKey } from '../invalidation/keys';

/**
 * Values of a document that queries filter and sort by: scalars, and document IDs for relations.
 */
export type SelectionValues = Readonly<Record<string, unknown>>;

/** Change of one locale of a published document in one transaction. */
export type ContentChange = {
  /** Increases in the order in which a document's changes were committed. */
  id: string;
  at: Date;
  uid: string;
  /** `*` if the changed documents are unknown or too many to name. */
  documentId: string;
  /** Empty for types that are not localised. */
  locale: string;
  event: 'publish' | 'update' | 'unpublish';
  /** Null if the document was not published or its values are unknown. */
  before: SelectionValues | null;
  /** Null if the document is no longer published or its values are unknown. */
  after: SelectionValues | null;
  keys: readonly DependencyKey[];
};

/**
 * Consumes a batch of changes in their order. It runs in the transaction (`strapi.db.transaction`)
 * that deletes them, so it should only enqueue jobs and do nothing irreversible. If it throws,
 * every consumer receives the same changes again.
 */
export type ChangeConsumer = (changes: readonly ContentChange[]) => Promise<void>;

const NAME = 'change-consumers';

/** Returns the consumers by name. Features register in any order, so the first creates the map. */
export const changeConsumersOf = ({ strapi }: WithStrapi): Map<string, ChangeConsumer> => {
  if (!strapi.has(NAME)) strapi.add(NAME, new Map<string, ChangeConsumer>());
  return strapi.get(NAME);
};

/** Registers a consumer for every change of published content. Call it in `register`. */
export const registerChangeConsumer = (
  { strapi }: WithStrapi,
  name: string,
  consume: ChangeConsumer,
): void => {
  const consumers = changeConsumersOf({ strapi });
  if (consumers.has(name)) throw new Error(`Two change consumers are named ${name}`);
  consumers.set(name, consume);
};
