import type { WithStrapi } from '../../../../platform/with-strapi';
import { definePruneJob } from './prune';

export const register = ({ strapi }: WithStrapi): void => {
  definePruneJob({ strapi });
};
