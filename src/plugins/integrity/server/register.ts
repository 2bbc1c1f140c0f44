import type { Core } from '@strapi/types';
import { guardLanguages } from './languages';
import { guardMedia } from './media';

export const registerIntegrity = ({ strapi }: { strapi: Core.Strapi }): void => {
  guardLanguages({ strapi });
};

/** Puts the rules in force that need Strapi's services. */
export const enforceIntegrity = ({ strapi }: { strapi: Core.Strapi }): void => {
  guardMedia({ strapi });
};
