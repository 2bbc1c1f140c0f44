import type { WithStrapi } from '../../../../../platform/with-strapi';
import { withWriteOrigin } from '../../../../../feature/write-origin';
import { localizedError } from '../../../../../platform/http/localized-error';
import { documentsOf } from '../../../../../platform/strapi/documents';
import { historySettings } from '../../settings';
import type { State } from '../../changes';
import { historyErrors } from '../errors';
import type { Root } from '../keeping/links';
import type { LeftOut } from '../restoring/data';
import { restorable } from '../restoring/restore';
import { type DeletedVersion, deletionsOf } from './deletions';
import { createRelinker } from './relink';

/** What became of a deleted entry. */
export type BroughtBack = {
  uid: string;
  documentId: string;
  locales: readonly string[];
  leftOut: readonly (LeftOut & { locale: string })[];
  /** Where it stands again, and where there is no place for it any more. */
  shownOn: readonly Root[];
  lostOn: readonly Root[];
};

const distinct = (roots: readonly Root[]): readonly Root[] => [
  ...new Map(roots.map((root) => [JSON.stringify({ ...root, title: null }), root])).values(),
];

const isSame = (one: State, other: State): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Brings a deleted entry back under its own id, in every language that was deleted with it, and puts it
 * where others showed it. It all happens, or nothing.
 *
 * @param publishes whether what was published is published again, beside the draft
 * @param admit is asked before anything is written
 * @throws NotFoundError `HISTORY_NOT_FOUND`; a 409 `ALREADY_BACK`
 */
export const bringBack = async (
  { strapi }: WithStrapi,
  event: string,
  publishes: boolean,
  admit: (uid: string, versions: readonly DeletedVersion[]) => Promise<void>,
): Promise<BroughtBack> => {
  const work = async (): Promise<BroughtBack> => {
    const deletions = deletionsOf({ strapi }, historySettings.of({ strapi }));
    const found = await deletions.take(event);
    if (found === null) throw localizedError({ strapi }, historyErrors.HISTORY_NOT_FOUND);
    const { uid, documentId, versions } = found;
    await admit(uid, versions);
    const documents = documentsOf({ strapi }, uid);
    const leftOut: (LeftOut & { locale: string })[] = [];

    const write = async (locale: string, state: State, notes: boolean): Promise<void> => {
      const restored = await restorable({ strapi }, { uid, locale }, state);
      if (notes) leftOut.push(...restored.leftOut.map((one) => ({ ...one, locale })));
      const language = locale === '' ? {} : { locale };
      const exists = await documents.count({ filters: { documentId }, locale: '*' });
      await withWriteOrigin({ strapi }, 'restore', () =>
        exists === 0
          ? documents.create({ ...language, data: { ...restored.data, documentId } })
          : documents.update({ ...language, documentId, data: restored.data }),
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
    const relinked = await createRelinker({ strapi })(
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
      shownOn: distinct(relinked.filter(({ isBack }) => isBack).map(({ root }) => root)),
      lostOn: distinct(relinked.filter(({ isBack }) => !isBack).map(({ root }) => root)),
    };
  };
  return await strapi.db.transaction(work);
};
