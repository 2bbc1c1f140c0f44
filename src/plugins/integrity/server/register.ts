import type { Core } from '@strapi/types';
import { guardDocumentIds } from './document-ids';
import { guardDocuments } from './documents';
import { guardLanguages } from './languages';
import { guardMedia } from './media';
import { guardRequiredEntries } from './required-entries';
import { guardValues } from './readable-values';

/** To be called before other document middlewares are registered: what they write is guarded as well. */
export const registerIntegrity = ({ strapi }: { strapi: Core.Strapi }): void => {
  guardDocumentIds({ strapi });
  guardValues({ strapi });
  guardDocuments({ strapi });
  guardRequiredEntries({ strapi });
  guardLanguages({ strapi });
};

/** Puts the rules in force that need Strapi's services. */
export const enforceIntegrity = ({ strapi }: { strapi: Core.Strapi }): void => {
  guardMedia({ strapi });
};
