import type { UID } from '@strapi/types';
import type { WithStrapi } from '../platform/strapi/with-strapi';
import type { Text } from './layout';

/** Conditions for Strapi's query engine. */
export type Filters = Record<string, unknown>;

/** A filter of the panel's lists. In a URL it is `<name>:<value>:<locale>`. */
export type ListFilter = {
  name: string;
  /** Returns whether a type's entries can be filtered by it. */
  appliesTo: (context: WithStrapi, uid: UID.ContentType) => boolean;
  filters: (
    context: WithStrapi,
    query: { uid: UID.ContentType; value: string; locale: string },
  ) => Promise<Filters> | Filters;
  /** Returns the heading of a filtered list; null for none. */
  titleOf?: (
    context: WithStrapi,
    query: { uid: UID.ContentType; value: string },
  ) => Promise<Text | null>;
};

/** A translation whose source was changed after it, and the time of that change. */
export type StaleTranslation = { documentId: string; locale: string; since: Date };
