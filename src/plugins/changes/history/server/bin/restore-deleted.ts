import type { WithStrapi } from '../../../../../platform/with-strapi';
import { withoutPosition } from '../../../../../catalogue/entry-position';
import { withWriteOrigin } from '../../../../../feature/write-origin';
import { localizedError } from '../../../../../platform/http/localized-error';
import { documentsOf } from '../../../../../platform/strapi/documents';
import { historySettings } from '../../settings';
import type { State } from '../../changes';
import { historyErrors } from '../errors';
import type { Root } from '../recording/links';
import type { SkippedPart } from '../restoring/restorable-data';
import { restorableData } from '../restoring/restore';
import { type DeletedVersion, deletionsOf } from './deletions';
import { createRestoreReferences } from '../references/restore-references';

/** A restored entry and the references to it. */
export type RestoredEntry = {
  uid: string;
  documentId: string;
  locales: readonly string[];
  leftOut: readonly (SkippedPart & { locale: string })[];
  /** Entries that reference it again, and entries that cannot. */
  shownOn: readonly Root[];
  lostOn: readonly Root[];
};

const distinct = (roots: readonly Root[]): readonly Root[] => [
  ...new Map(roots.map((root) => [JSON.stringify({ ...root, title: null }), root])).values(),
];

const isSame = (first: State, second: State): boolean =>
  JSON.stringify(first) === JSON.stringify(second);

/**
 * Restores a deleted entry with its id, in all locales of the deletion, and the references to it, in
 * one transaction.
 *
 * @param publishes whether its published versions are published again
 * @param admit throws if the user may not restore the versions; called before the first write
 * @throws NotFoundError `HISTORY_NOT_FOUND`; a 409 `ALREADY_BACK`
 */
export const restoreDeleted = async (
  { strapi }: WithStrapi,
  event: string,
  publishes: boolean,
  admit: (uid: string, versions: readonly DeletedVersion[]) => Promise<void>,
): Promise<RestoredEntry> => {
  const work = async (): Promise<RestoredEntry> => {
    const deletions = deletionsOf({ strapi }, historySettings.of({ strapi }));
    const deletion = await deletions.take(event);
    if (deletion === null) throw localizedError({ strapi }, historyErrors.HISTORY_NOT_FOUND);
    const { uid, documentId, versions } = deletion;
    await admit(uid, versions);
    const documents = documentsOf({ strapi }, uid);
    const leftOut: (SkippedPart & { locale: string })[] = [];

    const write = async (locale: string, state: State, notes: boolean): Promise<void> => {
      const restored = await restorableData({ strapi }, { uid, locale }, state);
      if (notes) leftOut.push(...restored.leftOut.map((item) => ({ ...item, locale })));
      const language = locale === '' ? {} : { locale };
      const exists = await documents.count({ filters: { documentId }, locale: '*' });
      await withWriteOrigin({ strapi }, 'restore', () =>
        exists === 0
          ? documents.create({ ...language, data: { ...restored.data, documentId } })
          : // All locales share the position, which may have changed since.
            documents.update({ ...language, documentId, data: withoutPosition(restored.data) }),
      );
    };

    for (const { locale, draft, published } of versions) {
      const language = locale === '' ? {} : { locale };
      if ((await documents.findOne({ documentId, ...language, status: 'draft' })) !== null) {
        throw localizedError({ strapi }, historyErrors.ALREADY_BACK);
      }
      if (published === null || !publishes) {
        await write(locale, draft, true);
        continue;
      }
      await write(locale, published, isSame(draft, published));
      await documents.publish({ documentId, ...language });
      if (!isSame(draft, published)) await write(locale, draft, true);
    }

    const links = versions.flatMap((version) => version.links);
    const restoredReferences = await createRestoreReferences({ strapi })(
      uid,
      documentId,
      links.filter(({ isPublished }) => publishes || !isPublished),
    );
    await deletions.settle(versions.map((version) => version.event));
    return {
      uid,
      documentId,
      locales: versions.map(({ locale }) => locale),
      leftOut,
      shownOn: distinct(restoredReferences.filter(({ isBack }) => isBack).map(({ root }) => root)),
      lostOn: distinct(restoredReferences.filter(({ isBack }) => !isBack).map(({ root }) => root)),
    };
  };
  return await strapi.db.transaction(work);
};
