import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { resolveSelectedLocales } from '#feature/document-locales';
import { getBulkSelection } from '#platform/http/request-person';
import type { Removal, Use, UsesOf } from '#catalogue/references/uses';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { useFinderOf, type Subject } from '#catalogue/references/find-uses';
import { getLanguageName } from '#catalogue/locale-names';
import { type MessageLanguage, defineErrors } from '#platform/http/errors';
import { createLocalizedError } from '#platform/http/localized-error';
import { getCurrentLanguage } from '#platform/http/message-language';
import { z } from '@strapi/utils';
import { getCurrentJob } from '#platform/jobs';
import { isOnBehalf } from '#platform/strapi/actor';
import { addFileDeletionCheck } from '#platform/strapi/upload-services';
import { MEDIA_UID } from '#delivery/plan/model';

const usageErrors = defineErrors({
  STILL_USED: {
    status: 409,
    message: {
      en: 'This entry or file is in use. Remove the references first, or send force=true to remove them.',
      es: 'Esta entrada o archivo está en uso. Quita antes las referencias, o envía force=true para quitarlas.',
    },
  },
});

const MOST_NAMED = 5;

const others = { en: 'entries that you may not read', es: 'entradas que no puedes leer' };

const nameOf =
  (language: MessageLanguage) =>
  ({ title, type, lines, locale }: Use): string =>
    [
      title === null ? type : `“${title}”`,
      ...lines,
      ...(locale === null ? [] : [getLanguageName(locale, language)]),
    ].join(' · ');

/** Returns the error that refuses a removal and lists the uses that block it. */
const createStillUsedError = (
  { strapi }: WithStrapi,
  removal: Removal,
  used: readonly UsesOf[],
): Error => {
  const language = getCurrentLanguage({ strapi });
  const errorsOf = used.map((usesOf) => ({
    ...usesOf,
    uses: usesOf.uses.filter((use) => use.hinders),
    unnamed: usesOf.unnamed.filter((use) => use.hinders),
  }));
  const names = [...new Set(errorsOf.flatMap(({ uses }) => uses.map(nameOf(language))))];
  const isMore =
    names.length > MOST_NAMED ||
    errorsOf.some(({ uses, unnamed }) => uses.length > 0 && unnamed.length > 0);
  const subject =
    names.length === 0
      ? others[language]
      : [...names.slice(0, MOST_NAMED), ...(isMore ? ['…'] : [])].join(', ');
  return createLocalizedError({ strapi }, usageErrors.STILL_USED, {
    subject,
    details: {
      removal,
      uses: errorsOf.filter(({ uses, unnamed }) => uses.length > 0 || unnamed.length > 0),
    },
  });
};

/** @throws `STILL_USED` if a use blocks the removal */
const requireUnused = async ({ strapi }: WithStrapi, subject: Subject): Promise<void> => {
  const finder = useFinderOf({ strapi });
  if (!(await finder.hasErrors(subject))) return;
  throw createStillUsedError({ strapi }, subject.removal, await finder.find(subject));
};

/** Query parameter that confirms a removal. */
const FORCE = 'force';

/** Allows the parameter on the content API's DELETE routes, which reject unknown parameters. */
export const allowForce = ({ strapi }: WithStrapi): void => {
  strapi.contentAPI.addQueryParams({
    [FORCE]: {
      schema: z.enum(['true', 'false']).optional(),
      // Routes outlive an instance of Strapi. After a restart in the same process they already have
      // the parameter.
      matchRoute: ({ method, request }) =>
        method === 'DELETE' && !(FORCE in (request?.query ?? {})),
    },
  });
};

/**
 * Returns true if a removal needs confirmation: a request without `force`, or a job on behalf of a
 * user, which cannot confirm. Other jobs and scripts of the service need none.
 */
const needsConfirmation = ({ strapi }: WithStrapi): boolean => {
  const ctx = strapi.requestContext.get();
  if (ctx === undefined) return false;
  // The context of a job on behalf of a user has no URL, so it is checked first.
  if (isOnBehalf({ strapi })) return true;
  if (getCurrentJob() !== null) return false;
  // Reads the original URL, because the content manager's middlewares replace the query.
  const { searchParams } = new URL(ctx.originalUrl, 'http://localhost');
  return searchParams.get(FORCE) !== 'true';
};

/**
 * Returns true for types whose removal is checked: the catalogue, the pages and the e-mails. Files
 * are checked separately.
 */
export const isAskedAbout = (uid: string): boolean => uid.startsWith('api::');

type Params = { documentId?: string; locale?: string | readonly string[] | null };

const isRemoval = (action: string): action is Removal =>
  action === 'delete' || action === 'unpublish';

/** Refuses to delete or unpublish an entry that others show, until the request confirms it. */
export const confirmRemovals = ({ strapi }: WithStrapi): DocumentMiddleware => {
  const check = async (
    uid: UID.ContentType,
    removal: Removal,
    { documentId = '', locale }: Params,
  ): Promise<void> => {
    const ids = getBulkSelection({ strapi }, documentId);
    const locales = await resolveSelectedLocales({ strapi }, uid, locale);
    await requireUnused({ strapi }, { uid, ids, locales, removal });
  };

  /** A selection is checked once, with its first entry. */
  const checksOfRequest = new WeakMap<object, Map<string, Promise<void>>>();

  const checkOnce = (uid: UID.ContentType, removal: Removal, params: Params): Promise<void> => {
    const request = strapi.requestContext.get();
    const ids = getBulkSelection({ strapi }, params.documentId ?? '');
    if (request === undefined || ids.length === 1) return check(uid, removal, params);
    const checks = checksOfRequest.get(request) ?? new Map<string, Promise<void>>();
    checksOfRequest.set(request, checks);
    const key = JSON.stringify([uid, removal, params.locale]);
    const answer = checks.get(key) ?? check(uid, removal, params);
    checks.set(key, answer);
    return answer;
  };

  return async (context, next) => {
    const { uid, action } = context;
    if (!isRemoval(action) || !isAskedAbout(uid) || !needsConfirmation({ strapi })) return next();
    await checkOnce(uid, action, context.params);
    return next();
  };
};

/**
 * Refuses to delete files that published entries show, whether singly, in a selection or with their
 * folder, until the request confirms it. Call it before other features extend these services, so
 * that their checks run first.
 */
export const guardFiles = ({ strapi }: WithStrapi): void =>
  addFileDeletionCheck({ strapi }, async (fileIds) => {
    if (fileIds.length === 0 || !needsConfirmation({ strapi })) return;
    const ids = fileIds.map(String);
    await requireUnused({ strapi }, { uid: MEDIA_UID, ids, locales: null, removal: 'delete' });
  });
