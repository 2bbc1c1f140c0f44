import type { ModelLookup } from '../../../../delivery/plan/model';
import { contentOf } from './state';
import { findNamingAttributes } from '../../../../catalogue/title-expression';
import type { State } from '../changes';

/** Returns the names of a field in permissions: for a component, those of its fields. */
const namesOf = (models: ModelLookup, uid: string, field: string): readonly string[] => {
  const { kind, target } = models(uid).attributes[field] ?? {};
  if (kind !== 'component' || target === undefined) return [field];
  return contentOf(models, target).flatMap(([name]) =>
    namesOf(models, target, name).map((inner) => `${field}.${inner}`),
  );
};

/**
 * Returns whether a user may see any part of a field. Fields that the model no longer has require
 * permission for all fields.
 */
export const canReadField = (
  models: ModelLookup,
  uid: string,
  may: (name: string) => boolean,
  field: string,
): boolean =>
  field in models(uid).attributes
    ? namesOf(models, uid, field).some(may)
    : contentOf(models, uid).every(([name]) => namesOf(models, uid, name).every(may));

/** Returns whether a user may write a whole field. */
export const canWriteField = (
  models: ModelLookup,
  uid: string,
  may: (name: string) => boolean,
  field: string,
): boolean => namesOf(models, uid, field).every(may);

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
