import type { ModelLookup } from './model';

/** The attributes by which an entry is known, the first that says something. */
const naming = ['title', 'name', 'label', 'subject', 'slug'] as const;

/** The attributes by which entries of a type are known, the best first. */
export const namingAttributes = (models: ModelLookup, uid: string): readonly string[] =>
  naming.filter((name) => models(uid).attributes[name]?.kind === 'value');
