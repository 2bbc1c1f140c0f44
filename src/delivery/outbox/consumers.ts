import type { WithStrapi } from '../../platform/with-strapi';
import type { DependencyKey } from '../invalidation/keys';

/** What selections go by in a document: plain values as they are, of a relation the ids of the documents. */
export type SelectionValues = Readonly<Record<string, unknown>>;

/** What a transaction has done to one language of a published document. */
export type ContentChange = {
  /** Rises in the order in which a document's changes were committed. */
  id: string;
  at: Date;
  uid: string;
  /** `*` where it is not known which documents have changed, or they were too many to name. */
  documentId: string;
  /** Empty for types without languages. */
  locale: string;
  event: 'publish' | 'update' | 'unpublish';
  /** Null where it was not published, or is not known. */
  before: SelectionValues | null;
  /** Null where it is not published any more, or is not known. */
  after: SelectionValues | null;
  /** Everything that whatever depends on it may depend on. */
  keys: readonly DependencyKey[];
};

/**
 * Is given changes in their order, many at once, within the transaction (`strapi.db.transaction`) in which
 * they are forgotten: it enqueues jobs, and does nothing that could not be taken back. If it throws, every
 * consumer is given the same changes again.
 */
export type ChangeConsumer = (changes: readonly ContentChange[]) => Promise<void>;

const NAME = 'change-consumers';

/** By name. Features register in any order, hence made by the first that asks. */
export const changeConsumersOf = ({ strapi }: WithStrapi): Map<string, ChangeConsumer> => {
  if (!strapi.has(NAME)) strapi.add(NAME, new Map<string, ChangeConsumer>());
  return strapi.get(NAME);
};

/** Has every change of published content handed to somebody; call it in `register`. */
export const registerChangeConsumer = (
  { strapi }: WithStrapi,
  name: string,
  consume: ChangeConsumer,
): void => {
  const consumers = changeConsumersOf({ strapi });
  if (consumers.has(name)) throw new Error(`Two features take changes as ${name}`);
  consumers.set(name, consume);
};
