import type { UID } from '@strapi/types';
import type { Context, Next } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getTable } from '#platform/strapi/queries';
import { addRouteMiddleware } from '#platform/strapi/routes';

type Values = Readonly<Record<string, unknown>>;

/** Strapi's handler that reads an entry in one locale to fill in the form of another. */
const HANDLERS: ReadonlySet<unknown> = new Set(['content-types.getFillFromLocaleData']);

const MIDDLEWARE = 'plugin::editor.fill-in';

const SEO_TEXTS: ReadonlySet<string> = new Set(['title', 'description']);

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

const loadSlug = async (
  { strapi }: WithStrapi,
  { uid, documentId, locale }: { uid: UID.ContentType; documentId: unknown; locale: unknown },
): Promise<string | null> => {
  const draft = await getTable<{ slug: string | null }>({ strapi }, uid).findOne({
    where: { documentId, locale, publishedAt: { $null: true } },
    select: ['slug'],
  });
  return draft?.slug ?? null;
};

/** Empties the texts for search engines that a response shows. */
const withoutTexts = (seo: Values): Values =>
  Object.fromEntries(
    Object.entries(seo).map(([name, value]) => [name, SEO_TEXTS.has(name) ? null : value]),
  );

/**
 * Removes slug and texts for search engines from values that fill in another locale: they follow
 * the new title. A locale that has a slug keeps it, because links lead to it.
 */
export const fillInMiddleware =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    await next();
    const { data } = (ctx.body ?? {}) as { data?: unknown };
    if (ctx.status !== 200 || !isValues(data)) return;
    const { model } = ctx.params as { model: UID.ContentType };
    const { documentId, targetLocale: locale } = ctx.query;
    const { seo } = data;
    ctx.body = {
      data: {
        ...data,
        ...('slug' in data && {
          slug: await loadSlug({ strapi }, { uid: model, documentId, locale }),
        }),
        ...(isValues(seo) && { seo: withoutTexts(seo) }),
      },
    };
  };

export const clearFilledIn = ({ strapi }: WithStrapi): void =>
  addRouteMiddleware(
    { strapi },
    { plugin: 'i18n', router: 'admin', handlers: HANDLERS },
    MIDDLEWARE,
  );
