import type { ModelLookup } from '../../../../delivery/plan/model';
import { findNamingAttributes } from '../../../../catalogue/title-expression';
import type { State } from '../changes';

/** Returns whether a user may read every attribute that can be the title of a type's entries. */
export const canReadTitles = (
  models: ModelLookup,
  uid: string,
  mayRead: (field: string) => boolean,
): boolean => findNamingAttributes(models, uid).every(mayRead);

/**
 * Returns the title of a stored version by the attributes that a user may read. Null if they are
 * empty.
 */
export const readableTitle = (
  models: ModelLookup,
  uid: string,
  mayRead: (field: string) => boolean,
  { title, state }: { title: string | null; state: State },
): string | null => {
  if (canReadTitles(models, uid, mayRead)) return title;
  const [readable] = findNamingAttributes(models, uid)
    .filter(mayRead)
    .map((attribute) => state[attribute])
    .filter((value) => typeof value === 'string' && value !== '');
  return typeof readable === 'string' ? readable : null;
};
