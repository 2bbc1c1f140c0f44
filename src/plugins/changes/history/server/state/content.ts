import { isContent } from '../../../../../delivery/plan/content-attributes';
import type { ModelAttribute, ModelLookup } from '../../../../../delivery/plan/model';

/** Every content type whose entries have a history: the catalogue, the pages and the e-mails. */
export const hasHistory = (uid: string): boolean => uid.startsWith('api::');

/**
 * What an entry or a component holds itself. A relation belongs to the side that stores it: an entry that
 * others name has not changed when they do.
 */
export const contentOf = (
  models: ModelLookup,
  uid: string,
): readonly (readonly [name: string, attribute: ModelAttribute])[] =>
  Object.entries(models(uid).attributes).filter(
    ([name, { mappedBy }]) => isContent(name) && mappedBy === undefined,
  );
