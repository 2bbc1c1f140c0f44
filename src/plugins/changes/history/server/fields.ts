import type { ModelLookup } from '../../../../delivery/plan/model';
import { contentOf } from './state/content';

/** The names under which permissions know a field: for a component, those of its parts. */
const namesOf = (models: ModelLookup, uid: string, field: string): readonly string[] => {
  const { kind, target } = models(uid).attributes[field] ?? {};
  if (kind !== 'component' || target === undefined) return [field];
  return contentOf(models, target).flatMap(([name]) =>
    namesOf(models, target, name).map((inner) => `${field}.${inner}`),
  );
};

/** Whether somebody may see something of a field; what the model no longer has is for whoever sees all. */
export const seesField = (
  models: ModelLookup,
  uid: string,
  may: (name: string) => boolean,
  field: string,
): boolean =>
  field in models(uid).attributes
    ? namesOf(models, uid, field).some(may)
    : contentOf(models, uid).every(([name]) => namesOf(models, uid, name).every(may));

/** Whether somebody may write a field as a whole. */
export const writesField = (
  models: ModelLookup,
  uid: string,
  may: (name: string) => boolean,
  field: string,
): boolean => namesOf(models, uid, field).every(may);
