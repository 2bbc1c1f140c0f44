import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { z } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { isDatabaseUnavailable } from '../../database-unavailable';
import { normalizeBody } from '../../nfc';
import type { WithStrapi } from '../../strapi/with-strapi';
import { unstorableText } from '../address-guard';
import { inspectValue } from '../bodies/inspect-value';
import { measureJson } from '../bodies/measure-json';
import { commonErrors } from '../common-errors';
import { createHttpError, localizeError, type MessageLanguage } from '../errors';
import { getMessageLanguage } from '../message-language';
import { hasBody } from '../parse-request';
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folders';
import { isDiskFull, multipartErrors } from './errors';
import { type Form, computeFormLimits, formTooLarge, isTooLong, readForm } from './form';
import { holdContinue, leaveBodyUnread, sendContinue } from './unread-body';
import { createUploadRoutes, mayUpload } from './upload-routes';

const FIELD = 'fileInfo';

/** Maximum length of Strapi's text columns, except those of type `text`. */
const NAME_LENGTH = 255;
const TEXT_LENGTH = 10_000;

const fileInfo = z.looseObject({
  name: z.string().max(NAME_LENGTH).nullish(),
  alternativeText: z.string().max(TEXT_LENGTH).nullish(),
  caption: z.string().max(TEXT_LENGTH).nullish(),
  folder: z.union([z.int(), z.string().regex(/^\d{0,9}$/)]).nullish(),
});

/** Maximum number of values in the description of one file. The panel's forms send six. */
const MOST_VALUES = 100;

const wrong: Record<MessageLanguage, string> = {
  en: 'This does not describe a file.',
  es: 'Esto no describe un archivo.',
};

const createInvalidFieldError = (message: string, path: readonly string[]): Error =>
  createHttpError(commonErrors.INVALID_REQUEST, {
    details: { errors: [{ in: 'body', path: [FIELD, ...path], message }] },
  });

const parseFileInfo = (text: unknown, language: MessageLanguage): unknown => {
  if (typeof text !== 'string') return text;
  // Checked before parsing, and because Strapi parses the text again.
  if (measureJson(text, MOST_VALUES).problem !== null)
    throw createInvalidFieldError(wrong[language], []);
  try {
    return JSON.parse(text);
  } catch {
    throw createInvalidFieldError(wrong[language], []);
  }
};

/**
 * Validates the descriptions of a form's files before anything is stored. The upload plugin writes
 * the files first and their rows afterwards. If the database rejected a description, files would
 * stay without a row, or an old row would get another file.
 *
 * @throws ValidationError `INVALID_REQUEST`
 */
const requireFileInfo = (
  fields: Readonly<Record<string, unknown>>,
  language: MessageLanguage,
): void => {
  for (const text of [fields[FIELD] ?? []].flat()) {
    const info = parseFileInfo(text, language);
    const { unstorable } = inspectValue(info);
    if (unstorable !== undefined)
      throw createInvalidFieldError(unstorableText[language], unstorable);
    const result = fileInfo.safeParse(info);
    if (result.success) continue;
    throw createInvalidFieldError(wrong[language], result.error.issues[0]?.path.map(String) ?? []);
  }
};

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
  const limits = computeFormLimits(maxFileSize);
  const uploadRouteOf = createUploadRoutes({ strapi });
  holdContinue(strapi.server.httpServer, isMultipart);

  /** Returns whether to read the body. If not, the response is in `ctx`, or an error is thrown. */
  const admit = async (ctx: Context): Promise<boolean> => {
    const route = uploadRouteOf(ctx);
    if (route === undefined || !isForm(ctx.req)) {
      throw createHttpError(multipartErrors.MULTIPART_NOT_TAKEN);
    }
    if (!(await mayUpload({ strapi }, ctx, route))) return false;
    if (isTooLong(ctx.req, limits)) throw formTooLarge(limits);
    return true;
  };

  /**
   * Returns 507 when the disk of the temporary folder is full. PostgreSQL reports its own full disk
   * in the same words.
   */
  const mapDiskFull = (error: unknown): unknown => {
    if (!isDiskFull(error) || isDatabaseUnavailable(error)) return error;
    strapi.log.error(`uploads: the disk of ${tmpdir()} is full; uploads in progress fail`);
    return createHttpError(multipartErrors.STORAGE_FULL, { cause: error });
  };

  const readForms = async (ctx: Context, next: Next): Promise<void> => {
    const folder = await makeTemporaryFolder('upload');
    try {
      sendContinue(ctx.req, ctx.res);
      const { fields, files } = await readForm(ctx.req, folder, limits);
      normalizeBody(fields);
      requireFileInfo(fields, getMessageLanguage(ctx));
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
      if (await admit(ctx)) await readForms(ctx, next);
    } catch (thrown) {
      const error = mapDiskFull(thrown);
      localizeError(error, getMessageLanguage(ctx));
      throw error;
    } finally {
      if (!ctx.req.complete) leaveBodyUnread(ctx);
    }
  };
};
