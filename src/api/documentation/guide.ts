import { existsSync } from 'node:fs';
import path from 'node:path';
import { isHttpError } from 'http-errors';
import type { Context } from 'koa';
import send from 'koa-send';
import { addressErrors } from '#platform/http/common-errors';
import { defineErrors, createHttpError } from '#platform/http/errors';
import type { WithStrapi } from '#platform/strapi/with-strapi';

/** Address of the guide, which its pages contain (`docs/.vitepress/config.mjs`). */
export const GUIDE = '/docs/guide';

/** Names of files here contain a hash of their content. */
const HASHED = '/assets/';

/** Addresses of folders. Scripts of their pages only work at the address with a slash at its end. */
const FOLDER = /^(?:\/[\w-]+)*$/;

/** Returns the folder into which `npm run build` writes the guide. */
const getGuideFolder = ({ strapi }: WithStrapi): string => path.join(strapi.dirs.dist.root, 'docs');

/** Returns whether the guide has been built. Tests and `npm run dev` run without it. */
export const hasGuide = ({ strapi }: WithStrapi): boolean =>
  existsSync(path.join(getGuideFolder({ strapi }), 'index.html'));

const guideErrors = defineErrors({
  GUIDE_NOT_BUILT: {
    status: 404,
    message: {
      en: 'The guide has not been built. "npm run build" builds it.',
      es: 'La guía no se ha generado. La genera "npm run build".',
    },
  },
});

/** Sends a file of the guide. Browsers revalidate pages and keep hashed files. */
const sendFile = async ({ strapi }: WithStrapi, ctx: Context, file: string): Promise<void> => {
  if (!hasGuide({ strapi })) throw createHttpError(guideErrors.GUIDE_NOT_BUILT);
  const notFoundError = createHttpError(addressErrors.NOT_FOUND);
  try {
    const options = { root: getGuideFolder({ strapi }), index: 'index.html', format: false };
    if (!(await send(ctx, file, options))) throw notFoundError;
  } catch (error) {
    // The message of this error contains the path on the server.
    throw isHttpError(error) && error.status === 404 ? notFoundError : error;
  }
  ctx.vary('Accept-Encoding');
  const isHashed = file.startsWith(HASHED);
  ctx.set('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (ctx.fresh) ctx.status = 304;
};

/** Serves the documents as a site at `/docs/guide/`, and as texts for language models. */
export const registerGuide = ({ strapi }: WithStrapi): void => {
  const serve = (fieldPath: string, answer: (ctx: Context) => unknown) => ({
    method: 'GET' as const,
    path: fieldPath,
    config: { auth: false as const },
    handler: answer,
  });
  const sendGuide = async (ctx: Context): Promise<void> => {
    const file = ctx.path.slice(GUIDE.length);
    if (FOLDER.test(file)) ctx.redirect(`${GUIDE}${file}/`);
    else await sendFile({ strapi }, ctx, file);
  };
  const sendText = (ctx: Context) => sendFile({ strapi }, ctx, `/${path.basename(ctx.path)}`);
  strapi.server.routes([
    // The menu of the guide can only link to pages below its own address.
    serve(`${GUIDE}/api.html`, (ctx) => {
      ctx.redirect('/docs');
    }),
    serve(`${GUIDE}/:file(.*)?`, sendGuide),
    ...['/llms.txt', '/llms-full.txt', '/docs/llms.txt', '/docs/llms-full.txt'].map((fieldPath) =>
      serve(fieldPath, sendText),
    ),
  ]);
};
