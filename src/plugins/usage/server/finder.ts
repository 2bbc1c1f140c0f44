import type { WithStrapi } from '../../../platform/with-strapi';
import { createUseFinder, type UseFinder } from './find-uses';

const NAME = 'use-finder';

/** Returns the use finder of this Strapi instance, which compiles each statement once. */
export const useFinderOf = ({ strapi }: WithStrapi): UseFinder => {
  if (!strapi.has(NAME)) strapi.add(NAME, () => createUseFinder({ strapi }));
  return strapi.get(NAME);
};
