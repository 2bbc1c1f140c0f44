import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../platform/with-strapi';
import { selectedLocales } from '../../../feature/document-locales';
import { selectionOf } from '../../../platform/http/request-selection';
import type { Removal } from '../../../catalogue/references/uses';
import type { DocumentMiddleware } from '../../../platform/documents/pipeline';
import { useFinderOf } from '../../../catalogue/references/find-uses';
import { needsConfirmation } from './force-parameter';
import { createStillUsedError } from './refuse';

/**
 * Returns true for types whose removal is checked: the catalogue, the pages and the e-mails. Files
 * are checked separately.
 */
export const isAskedAbout = (uid: string): boolean => uid.startsWith('api::');

type Params = { documentId?: string; locale?: string | readonly string[] | null };

const isRemoval = (action: string): action is Removal =>
  action === 'delete' || action === 'unpublish';

/** Refuses to delete or unpublish an entry that others show, until the request confirms it. */
export const confirmDeletions = ({ strapi }: WithStrapi): DocumentMiddleware => {
  const check = async (
    uid: UID.ContentType,
    removal: Removal,
    { documentId = '', locale }: Params,
  ): Promise<void> => {
    const finder = useFinderOf({ strapi });
    const ids = selectionOf({ strapi }, documentId);
    const locales = await selectedLocales({ strapi }, uid, locale);
    const subject = { uid, ids, locales, removal };
    if (!(await finder.hasErrors(subject))) return;
    throw createStillUsedError({ strapi }, removal, await finder.find(subject));
  };

  /** A selection is checked once, with its first entry. */
  const asked = new WeakMap<object, Map<string, Promise<void>>>();

  const checkOnce = (uid: UID.ContentType, removal: Removal, params: Params): Promise<void> => {
    const request = strapi.requestContext.get();
    const ids = selectionOf({ strapi }, params.documentId ?? '');
    if (request === undefined || ids.length === 1) return check(uid, removal, params);
    const known = asked.get(request) ?? new Map<string, Promise<void>>();
    asked.set(request, known);
    const key = JSON.stringify([uid, removal, params.locale]);
    const answer = known.get(key) ?? check(uid, removal, params);
    known.set(key, answer);
    return answer;
  };

  return async (context, next) => {
    const { uid, action } = context;
    if (!isRemoval(action) || !isAskedAbout(uid) || !needsConfirmation({ strapi })) return next();
    await checkOnce(uid, action, context.params);
    return next();
  };
};
