import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { addConditionFamily } from '../../../strapi/admin-conditions';
import { guardDocuments } from './guard-documents';
import { guardFiles } from './guard-files';
import { guardQueries } from './guard-queries';
import { guardRelations, hasCheckedFilters } from './guard-relations';
import { guardTranslations } from './guard-translations';
import { createKnownLines } from './known-lines';
import { nameHidden } from './name-hidden';

/** Where Strapi shows conditions to choose from, or checks which were chosen. */
const choosing = /^\/admin\/(?:permissions|roles|api-tokens|admin-tokens)(?:\/|$)/;

export const register = ({ strapi }: { strapi: Core.Strapi }): void => {
  const lines = createKnownLines({ strapi });
  const noteFailure = (error: unknown): void => {
    strapi.log.warn(`rights: the business lines could not be read: ${String(error)}`);
  };
  addConditionFamily({ strapi }, lines.family);
  strapi.server.use(async (ctx: Context, next: Next) => {
    // Out here nothing else answers what fails; the request itself meets a database that is away.
    if (choosing.test(ctx.path)) await lines.refresh().catch(noteFailure);
    await next();
  });
  guardDocuments({ strapi });
  guardQueries({ strapi }, hasCheckedFilters);
  guardRelations({ strapi });
  guardFiles({ strapi });
  guardTranslations({ strapi });
  nameHidden({ strapi });
};
