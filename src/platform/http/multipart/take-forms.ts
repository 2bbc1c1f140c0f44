import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import type { Context, Next } from 'koa';
import type { WithStrapi } from '../../with-strapi';
import { normalizeBody } from '../../nfc';
import { isDatabaseUnavailable } from '../../database-unavailable';
import { httpError, localizeError } from '../errors';
import { messageLanguageOf } from '../message-language';
import { hasBody } from '../parse-request';
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folders';
import { mayUpload, createUploadRoutes } from './upload-routes';
import { holdContinue, sendContinue, leaveBodyUnread } from './unread-body';
import { isDiskFull, multipartErrors } from './errors';
import { requireFileInfo } from './file-info';
import { formLimits, formTooLarge, isTooLong, readForm, type Form } from './form';

type Request = { body?: Form['fields']; files?: Form['files'] };

const isMultipart = ({ headers }: IncomingMessage): boolean =>
  /^\s*multipart\b/i.test(headers['content-type'] ?? '');

const isForm = ({ headers }: IncomingMessage): boolean =>
  /^\s*multipart\/form-data\s*(?:;|$)/i.test(headers['content-type'] ?? '') &&
  /^(?:identity)?$/i.test(headers['content-encoding'] ?? '');

/**
 * Reads multipart bodies on upload routes from authorized callers. Rejects them on all other routes
 * before a byte is stored. Strapi's own body parser would write every file to the disk before
 * routing and authentication, and leave unknown ones there. It is configured to ignore multipart.
 *
 * @param options the maximum size of one file, in bytes
 */
export const takeForms = ({ strapi }: WithStrapi, { maxFileSize }: { maxFileSize: number }) => {
  const limits = formLimits(maxFileSize);
  const uploadRouteOf = createUploadRoutes({ strapi });
  holdContinue(strapi.server.httpServer, isMultipart);

  /** Returns whether to read the body. If not, the response is in `ctx`, or an error is thrown. */
  const admit = async (ctx: Context): Promise<boolean> => {
    const route = uploadRouteOf(ctx);
    if (route === undefined || !isForm(ctx.req)) {
      throw httpError(multipartErrors.MULTIPART_NOT_TAKEN);
    }
    if (!(await mayUpload({ strapi }, ctx, route))) return false;
    if (isTooLong(ctx.req, limits)) throw formTooLarge(limits);
    return true;
  };

  /**
   * Returns 507 when the disk of the temporary folder is full. PostgreSQL reports its own full disk
   * in the same words.
   */
  const explained = (error: unknown): unknown => {
    if (!isDiskFull(error) || isDatabaseUnavailable(error)) return error;
    strapi.log.error(`uploads: no room left for uploads in progress, in ${tmpdir()}`);
    return httpError(multipartErrors.STORAGE_FULL, { cause: error });
  };

  const take = async (ctx: Context, next: Next): Promise<void> => {
    const folder = await makeTemporaryFolder('upload');
    try {
      sendContinue(ctx.req, ctx.res);
      const { fields, files } = await readForm(ctx.req, folder, limits);
      normalizeBody(fields);
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
    } catch (thrown) {
      const error = explained(thrown);
      localizeError(error, messageLanguageOf(ctx));
      throw error;
    } finally {
      if (!ctx.req.complete) leaveBodyUnread(ctx);
    }
  };
};
