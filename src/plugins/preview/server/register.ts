import type { Core, UID } from '@strapi/types';
import { z } from '@strapi/utils';
import type { Context } from 'koa';
import { httpError } from '../../../http/errors';
import { langParam, verticalParam } from '../../../http/primitives';
import { deliveryOf } from '../../../reading/registry';
import { findModel } from '../../../strapi/models';
import { previewErrors } from './errors';
import { previewPage } from './page';
import { previewStyle } from './style';
import { subjectNamed } from './subjects';
import { wordsIn } from './words';
import { previewSettings } from '../settings';

const query = z.looseObject({
  lang: langParam.optional().catch(undefined),
  status: z.enum(['draft', 'published']).catch('draft'),
  vertical: verticalParam.optional().catch(undefined),
});

type Facts = {
  title?: string | null;
  name?: string | null;
  slug?: string | null;
  locale?: string | null;
  vertical?: { slug: string; name: string } | null;
  verticals?: { slug: string; name: string }[];
};

/** What a frontend needs to find the document again, whichever of it the type has. */
const factsOf = async (
  { strapi }: { strapi: Core.Strapi },
  uid: UID.ContentType,
  where: Record<string, unknown>,
): Promise<Facts | null> => {
  const { attributes } = strapi.getModel(uid);
  const relations = ['vertical', 'verticals'].filter((name) => name in attributes);
  return (await strapi.db.query(uid).findOne({
    where,
    populate: Object.fromEntries(relations.map((name) => [name, { select: ['slug', 'name'] }])),
  })) as Facts | null;
};

/**
 * Serves what the admin panel's preview button opens. With a frontend configured it is sent on there,
 * with the document's slug, business line and language and the token that opens drafts; otherwise the
 * service renders the very answer its API would give.
 */
export const registerPreview = ({ strapi }: { strapi: Core.Strapi }): void => {
  const frontend = previewSettings.of({ strapi }).url;

  const show = async (ctx: Context): Promise<void> => {
    const { type, documentId } = ctx.params as { type: string; documentId: string };
    const subject = subjectNamed(type);
    if (subject === undefined) throw httpError(previewErrors.PREVIEW_NOT_FOUND);
    if ((ctx.state as { isPreview?: boolean }).isPreview !== true) {
      throw httpError(previewErrors.INVALID_PREVIEW_TOKEN);
    }
    const { lang, status } = query.parse({ ...ctx.query });
    const { uid, contract } = subject;
    const model = findModel({ strapi }, uid);
    const facts = await factsOf({ strapi }, uid, {
      documentId,
      publishedAt: { $null: status === 'draft' },
      ...(model?.pluginOptions?.i18n !== undefined && lang !== undefined ? { locale: lang } : {}),
    });
    if (facts === null) throw httpError(previewErrors.PREVIEW_NOT_FOUND);
    const verticals = facts.vertical ? [facts.vertical] : (facts.verticals ?? []);
    const language = facts.locale ?? lang ?? 'es';

    if (frontend !== null) {
      const target = new URL(frontend);
      const values = {
        type,
        documentId,
        lang: language,
        status,
        slug: facts.slug,
        vertical: verticals[0]?.slug,
      };
      for (const [name, value] of Object.entries(values)) {
        if (value) target.searchParams.set(name, value);
      }
      if (status === 'draft') target.searchParams.set('previewToken', previewTokenOf(ctx));
      ctx.redirect(target.href);
      return;
    }

    const document = await deliveryOf({ strapi }).document(uid, contract, status, {
      where: { documentId },
      locale: language,
      given: { vertical: verticals[0]?.slug },
    });
    if (document === null) throw httpError(previewErrors.PREVIEW_NOT_FOUND);
    ctx.type = 'html';
    const kind = wordsIn(language).type(type);
    ctx.body = previewPage({
      title: facts.title ?? facts.name ?? kind,
      lang: language,
      status,
      place: [kind, ...verticals.map(({ name }) => name)],
      document: document as Record<string, unknown>,
    });
  };

  strapi.server.routes([
    {
      method: 'GET',
      path: '/preview/style.css',
      config: { auth: false },
      handler: (ctx: Context) => {
        ctx.type = 'css';
        ctx.body = previewStyle;
      },
    },
    { method: 'GET', path: '/preview/:type/:documentId', config: { auth: false }, handler: show },
  ]);
};

/** The token as it was sent; the middleware has taken it out of the parsed query. */
const previewTokenOf = (ctx: Context): string =>
  new URL(ctx.originalUrl, 'http://localhost').searchParams.get('previewToken') ?? '';
