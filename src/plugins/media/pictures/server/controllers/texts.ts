import { validateZodSchema, z } from '@strapi/utils';
import { integerParam } from '#platform/http/primitives';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getUserAbility, getRequestBody } from '#platform/http/request-person';
import { createLocalizedError } from '#platform/http/localized-error';
import {
  listPermittedFileIds,
  buildPermittedFilesWhere,
  type FilePermission,
} from '#platform/strapi/permitted-query';
import type { UploadServices } from '#platform/strapi/upload-services';
import { textErrors } from '../../errors';
import {
  type AlternativeTexts,
  loadAlternativeTexts,
  findPicturesWithoutText,
  loadOtherLanguages,
} from '../alternative-texts';

/** Maximum length of a text, that of Strapi's own text of a file. */
const LONGEST = 10_000;

const parseTexts = validateZodSchema(
  z.strictObject({ texts: z.record(z.string(), z.string().trim().max(LONGEST)) }),
);

const parseUndescribed = validateZodSchema(
  z.strictObject({
    locale: z.string().max(20).optional(),
    page: integerParam({ min: 1, max: 10_000, fallback: 1 }),
  }),
);

/** Id that no file has, for paths with an invalid id. */
const UNKNOWN_ID = 0;

const parseId = (ctx: Context): number => {
  const { id } = ctx.params as { id: string };
  return /^\d{1,9}$/.test(id) ? Number(id) : UNKNOWN_ID;
};

/**
 * Returns the controller of alternative texts, for the details of one file and for the page of
 * many.
 */
export default ({ strapi }: WithStrapi) => {
  const loadTexts = async (ctx: Context, action: FilePermission): Promise<AlternativeTexts> => {
    const permitted = await buildPermittedFilesWhere(
      { strapi },
      { ability: getUserAbility(ctx), action },
    );
    const texts = await loadAlternativeTexts({ strapi }, parseId(ctx), permitted);
    if (texts === null) throw createLocalizedError({ strapi }, textErrors.FILE_NOT_FOUND);
    return texts;
  };

  return {
    async get(ctx: Context): Promise<void> {
      const texts = await loadTexts(ctx, 'plugin::upload.read');
      ctx.body = { data: { languages: await loadOtherLanguages({ strapi }), texts } };
    },

    async undescribed(ctx: Context): Promise<void> {
      const { locale = null, page } = parseUndescribed(ctx.query);
      const permission = { ability: getUserAbility(ctx), action: 'plugin::upload.read' } as const;
      const permitted = await listPermittedFileIds({ strapi }, permission);
      ctx.body = { data: await findPicturesWithoutText({ strapi }, { locale, page, permitted }) };
    },

    async put(ctx: Context): Promise<void> {
      const id = parseId(ctx);
      const { texts } = parseTexts(getRequestBody(ctx));
      const languages = (await loadOtherLanguages({ strapi })).map(({ code }) => code);
      const unknown = Object.keys(texts).find((code) => !languages.includes(code));
      if (unknown !== undefined) {
        throw createLocalizedError({ strapi }, textErrors.LANGUAGE_UNKNOWN, { subject: unknown });
      }
      const stored = await loadTexts(ctx, 'plugin::upload.assets.update');
      const alternativeTexts = Object.fromEntries(
        Object.entries({ ...stored, ...texts }).filter(([, text]) => text !== ''),
      );
      const { user } = ctx.state as { user?: unknown };
      await strapi
        .plugin('upload')
        .service<UploadServices['upload']>('upload')
        .updateFileInfo(id, { alternativeTexts }, { user });
      ctx.body = { data: { texts: alternativeTexts } };
    },
  };
};
