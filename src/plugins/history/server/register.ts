import type { Core } from '@strapi/types';
import { definePruneJob } from './prune';

export const register = ({ strapi }: { strapi: Core.Strapi }): void => {
  definePruneJob({ strapi });
};
