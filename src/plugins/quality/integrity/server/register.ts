import type { WithStrapi } from '../../../../platform/with-strapi';
import { guardLanguages } from './languages';
import { guardMedia } from './media';

export const registerIntegrity = ({ strapi }: WithStrapi): void => {
  guardLanguages({ strapi });
};

/** Puts the rules in force that need Strapi's services. */
export const enforceIntegrity = ({ strapi }: WithStrapi): void => {
  guardMedia({ strapi });
};
