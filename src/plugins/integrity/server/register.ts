import type { Core } from '@strapi/types';
import { guardDocuments } from './documents';
import { createIndexes } from './indexes';
import { guardMedia } from './media';
import { guardRequiredEntries } from './required-entries';

/** To be called before other document middlewares are registered: what they write is guarded as well. */
export const registerIntegrity = ({ strapi }: { strapi: Core.Strapi }): void => {
  guardDocuments({ strapi });
  guardRequiredEntries({ strapi });
};

/** Puts the rules in force once tables and services are there. */
export const enforceIntegrity = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  guardMedia({ strapi });
  await createIndexes({ strapi });
};
