import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import type { DocumentMiddleware } from '../../../../../platform/documents/pipeline';
import { lockSorted } from '../../../../../platform/database/sorted-locks';
import { publishes, type WriteParameters } from '../../../../../platform/strapi/document-actions';
import { modelsOf } from '../../../../../delivery/plan/model';
import { tableOf } from '../../../../../platform/strapi/queries';
import { createInverseLinks } from './inverse-links';
import { createRestoreReferences } from './restore-references';
import { createLinks, type Root } from '../recording/links';
import { hasHistory } from '../state/content';

type Version = { updatedAt: Date; publishedAt: Date | null };

/**
 * Keeps references to entries while these are not published. Strapi loses them in two ways
 * (https://github.com/strapi/strapi/issues/24280, https://github.com/strapi/strapi/issues/25361):
 *
 * - Discarding copies the published version, which cannot have them. They are copied from the
 *   replaced draft instead. References that belong to other drafts, such as the channel of a course,
 *   stay as they are: discarding a channel discards no change of a course.
 * - Unpublishing an entry removes it from components of published entries. Publishing restores it
 *   there if the draft of the component still has it and is not modified.
 */
export const keepReferences = ({ strapi }: WithStrapi): DocumentMiddleware => {
  const create = () => ({
    models: modelsOf({ strapi }),
    links: createLinks({ strapi }),
    restore: createRestoreReferences({ strapi }),
    inverse: createInverseLinks({ strapi }),
  });
  let created: ReturnType<typeof create> | undefined;

  /** Returns whether an entry is published and its draft has not been changed since. */
  const isUnmodified = async ({ uid, documentId, locale }: Root): Promise<boolean> => {
    const versions = await tableOf<Version>({ strapi }, uid as UID.ContentType).findMany({
      where: { documentId, locale: locale === '' ? null : locale },
      select: ['updatedAt', 'publishedAt'],
    });
    const draft = versions.find(({ publishedAt }) => publishedAt === null);
    const published = versions.find(({ publishedAt }) => publishedAt !== null);
    if (draft === undefined || published === undefined) return false;
    return new Date(draft.updatedAt).getTime() <= new Date(published.updatedAt).getTime();
  };

  const restoreInComponents = async (uid: string, documentId: string): Promise<void> => {
    created ??= create();
    const { models, links, restore } = created;
    const find = async () =>
      (await links.fromDraftComponents(uid, documentId)).filter(
        ({ root }) => models(root.uid).hasDrafts,
      );
    const holders = (await find()).map(({ root }) => `${root.uid} ${root.documentId}`);
    if (holders.length === 0) return;
    // A simultaneous publication would replace the components.
    await strapi.db.transaction(({ trx }) => lockSorted({ strapi, trx }, [...new Set(holders)]));
    const unmodified = new Map<string, boolean>();
    for (const link of await find()) {
      const key = JSON.stringify({ ...link.root, title: null });
      if (!unmodified.has(key)) unmodified.set(key, await isUnmodified(link.root));
      if (unmodified.get(key) !== true) continue;
      const root = { ...link.root, isPublished: true };
      await restore(uid, documentId, [{ ...link, isPublished: true, root }]);
    }
  };

  return async (context, next) => {
    const { uid, action } = context;
    const params = context.params as WriteParameters;
    if (!hasHistory(uid)) return next();

    if (action === 'discardDraft' && params.documentId !== undefined) {
      created ??= create();
      const { links, restore, inverse } = created;
      const references = await links.toUnpublished(uid, params.documentId);
      const ofOthers = await inverse.read(uid, params.documentId);
      const result = await next();
      await inverse.restore(uid, params.documentId, ofOthers);
      for (const { target, ...link } of references) {
        await restore(target.uid, target.documentId, [link]);
      }
      return result;
    }

    const result = await next();
    if (publishes(action, params)) {
      const documentId = params.documentId ?? (result as WriteParameters | null)?.documentId;
      if (documentId !== undefined) await restoreInComponents(uid, documentId);
    }
    return result;
  };
};
