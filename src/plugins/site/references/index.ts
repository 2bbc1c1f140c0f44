import type { Feature } from '#feature/feature';
import { getReference, listBusinessLines, listLanguages, listReferences } from './contract';

/**
 * Answers the references of business lines, languages and entries from which frontends build addresses.
 */
export const references: Feature = {
  name: 'references',
  folder: __dirname,
  endpoints: [listReferences, getReference, listBusinessLines, listLanguages],
};
