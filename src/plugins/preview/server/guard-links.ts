import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { entryAccess } from '../../../strapi/entry-access';
import { contentTypesOf, isLocalized } from '../../../strapi/models';

/** Where the panel asks for the address of a preview. */
const asking = /^\/content-manager\/preview\/url\/([^/]+)$/;

/**
 * Gives the address of a preview only to those who may read the entry: it shows all of it to whoever has it,
 * and the content manager asks only whether somebody is signed in.
 */
export const guardPreviewLinks = ({ strapi }: { strapi: Core.Strapi }): void => {
  const typeNamed = (name: string) => contentTypesOf({ strapi }).find(({ uid }) => uid === name);

  strapi.server.use(async (ctx: Context, next: Next) => {
    await next();
    const [, name] = asking.exec(ctx.path) ?? [];
    const type = name === undefined ? undefined : typeNamed(decodeURIComponent(name));
    const { documentId, locale } = ctx.query;
    if (type === undefined || ctx.status >= 300 || typeof documentId !== 'string') return;
    const { userAbility } = ctx.state as { userAbility?: unknown };
    const access = entryAccess({ strapi }, { ability: userAbility, uid: type.uid });
    const hasLanguage = isLocalized(type) && typeof locale === 'string';
    const version = { documentId, locale: hasLanguage ? locale : '' };
    if (await access.mayWith('read', version)) return;
    // As the content manager answers where there is nothing to preview.
    ctx.body = null;
    ctx.status = 204;
  });
};
