import type { Feature } from '../../feature/feature';
import { getReference, listBusinessLines, listLanguages, listReferences } from './contract';

export { referenceTypes, type ReferenceUid } from './types';

/** What a site needs to know of entries, business lines and languages to make its addresses. */
export const references: Feature = {
  name: 'references',
  isPlugin: true,
  endpoints: [listReferences, getReference, listBusinessLines, listLanguages],
};
