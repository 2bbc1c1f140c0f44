import type { Core } from '@strapi/types';
import { createUseFinder, type UseFinder } from './find-uses';

const NAME = 'use-finder';

/** The one of this Strapi instance: statements are compiled once. */
export const useFinderOf = ({ strapi }: { strapi: Core.Strapi }): UseFinder => {
  if (!strapi.has(NAME)) strapi.add(NAME, () => createUseFinder({ strapi }));
  return strapi.get(NAME);
};
