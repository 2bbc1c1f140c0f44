import type { UID } from '@strapi/types';
import type { WithStrapi } from '../platform/with-strapi';
import type { Text } from './layout';

/** Conditions for Strapi's query engine. */
export type Filters = Record<string, unknown>;

/** A filter that lists of the panel offer. In an address it is `<name>:<value>:<locale>`. */
export type ListFilter = {
  name: string;
  /** Whether entries of a type can be filtered by it. */
  appliesTo: (context: WithStrapi, uid: UID.ContentType) => boolean;
  filters: (
    context: WithStrapi,
    asked: { uid: UID.ContentType; value: string; locale: string },
  ) => Promise<Filters> | Filters;
  /** The heading of the list that is filtered by a value; null where there is none. */
  titleOf?: (
    context: WithStrapi,
    asked: { uid: UID.ContentType; value: string },
  ) => Promise<Text | null>;
};

/** A translation whose source has changed since it was written, at a moment. */
export type StaleTranslation = { documentId: string; locale: string; since: Date };
