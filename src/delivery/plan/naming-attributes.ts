import type { ModelLookup } from './model';

/** Attributes that can serve as an entry's title, in order of preference. */
const naming = ['title', 'name', 'label', 'subject', 'slug'] as const;

/** Returns the attributes that can serve as the title of a type's entries, best first. */
export const findNamingAttributes = (models: ModelLookup, uid: string): readonly string[] =>
  naming.filter((name) => models(uid).attributes[name]?.kind === 'value');
