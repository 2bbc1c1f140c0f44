import type { WithStrapi } from '../../../platform/with-strapi';
import { createUseFinder, type UseFinder } from './find-uses';

const NAME = 'use-finder';

/** The one of this Strapi instance: statements are compiled once. */
export const useFinderOf = ({ strapi }: WithStrapi): UseFinder => {
  if (!strapi.has(NAME)) strapi.add(NAME, () => createUseFinder({ strapi }));
  return strapi.get(NAME);
};
