import type { WithStrapi } from '../../../../platform/with-strapi';
import { guardLanguages } from './languages';
import { guardMedia } from './media';

export const registerIntegrity = ({ strapi }: WithStrapi): void => {
  guardLanguages({ strapi });
};

/** Activates the guards that need Strapi's services. */
export const enforceIntegrity = ({ strapi }: WithStrapi): void => {
  guardMedia({ strapi });
};
