import { isContent } from '../../../../../catalogue/content-attributes';
import type { ModelAttribute, ModelLookup } from '../../../../../delivery/plan/model';

/** Returns whether a content type has a history: catalogue, pages and e-mails do. */
export const hasHistory = (uid: string): boolean => uid.startsWith('api::');

/**
 * Returns the attributes that an entry or component stores itself. A relation belongs to the side
 * that stores it: references from other entries do not change an entry.
 */
export const contentOf = (
  models: ModelLookup,
  uid: string,
): readonly (readonly [name: string, attribute: ModelAttribute])[] =>
  Object.entries(models(uid).attributes).filter(
    ([name, { mappedBy }]) => isContent(name) && mappedBy === undefined,
  );
