import type { IncomingMessage } from 'node:http';
import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { httpError, localizeError } from '../http/errors';
import { messageLanguageOf } from '../http/message-language';
import { mayUpload } from '../http/multipart/authorize';
import { holdContinue, sendContinue } from '../http/multipart/expect-continue';
import { multipartErrors } from '../http/multipart/errors';
import { requireFileInfo } from '../http/multipart/file-info';
import { type Form, formLimits, formTooLarge, isTooLong, readForm } from '../http/multipart/form';
import { makeTemporaryFolder, removeTemporaryFolder } from '../http/multipart/temporary-files';
import { leaveBodyUnread } from '../http/multipart/unread-body';
import { createUploadRoutes } from '../http/multipart/upload-routes';
import { uploadSettings } from '../media/settings';

type Request = { body?: Form['fields']; files?: Form['files'] };

const isMultipart = ({ headers }: IncomingMessage): boolean =>
  /^\s*multipart\b/i.test(headers['content-type'] ?? '');

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isForm = ({ headers }: IncomingMessage): boolean =>
  /^\s*multipart\/form-data\s*(?:;|$)/i.test(headers['content-type'] ?? '') &&
  /^(?:identity)?$/i.test(headers['content-encoding'] ?? '');

/**
 * Takes multipart bodies on the routes that are made for files, from callers who may use them, and refuses
 * them everywhere else before a byte is kept. Strapi's own body parser would write every file of every
 * request to the disk before routing and authentication, and leave those of them that it does not know; it is
 * told not to read multipart at all. Place it after `strapi::query` and before `strapi::body`.
 */
export default (_config: unknown, { strapi }: { strapi: Core.Strapi }) => {
  const { maxFileSize } = uploadSettings.of({ strapi });
  const limits = formLimits(maxFileSize);
  const uploadRouteOf = createUploadRoutes({ strapi });
  holdContinue(strapi.server.httpServer, isMultipart);

  /** Whether the body is to be read; where not, the answer stands in `ctx` or is thrown. */
  const admit = async (ctx: Context): Promise<boolean> => {
    const route = uploadRouteOf(ctx);
    if (route === undefined || !isForm(ctx.req)) {
      throw httpError(multipartErrors.MULTIPART_NOT_TAKEN);
    }
    if (!(await mayUpload({ strapi }, ctx, route))) return false;
    if (isTooLong(ctx.req, limits)) throw formTooLarge(limits);
    return true;
  };

  const take = async (ctx: Context, next: Next): Promise<void> => {
    const folder = await makeTemporaryFolder();
    try {
      sendContinue(ctx.req, ctx.res);
      const { fields, files } = await readForm(ctx.req, folder, limits);
      requireFileInfo(fields, messageLanguageOf(ctx));
      Object.assign(ctx.request, { body: fields, files } satisfies Request);
      await next();
    } finally {
      await removeTemporaryFolder(folder);
    }
  };

  return async (ctx: Context, next: Next): Promise<void> => {
    if (!isMultipart(ctx.req) || !hasBody(ctx.req)) {
      await next();
      return;
    }
    try {
      if (await admit(ctx)) await take(ctx, next);
    } catch (error) {
      localizeError(error, messageLanguageOf(ctx));
      throw error;
    } finally {
      if (!ctx.req.complete) leaveBodyUnread(ctx);
    }
  };
};
