import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { withWriteOrigin } from '#feature/write-origin';
import { getDocumentService } from '#platform/strapi/documents';
import { DatabaseUnavailable, wasDatabaseUnavailable } from '#platform/database-unavailable';
import { runAsUser, type Person } from '#platform/strapi/actor';
import type { Transaction } from '#platform/strapi/queries';
import type { ImportMode } from '../../runs';
import type { EntryPlan, LanguagePlan } from './plan-entry';
import { createRelated, replaceIds } from '../questions';

type WriteContext = { uid: UID.ContentType; person: Person; mode: ImportMode; isDry: boolean };

/** Thrown by dry runs to roll back. */
class TakenBack extends Error {
  override name = 'TakenBack';
}

/**
 * Writes an entry in one transaction, like its form does: with the same permissions, rules,
 * versions and history. A dry run does the same and rolls back, so that it reports refusals.
 *
 * @param beforeCreate runs in the same transaction before a new entry is written; not in dry runs
 * @param beforePublish runs in the same transaction, when the write has locked the entry and before
 *   it publishes; not in dry runs
 * @param alongWith runs in the same transaction after the write
 * @throws the error that refuses the write
 */
export const writeEntry = async (
  { strapi }: WithStrapi,
  { uid, person, mode, isDry }: WriteContext,
  plan: EntryPlan,
  {
    beforeCreate,
    beforePublish,
    alongWith,
  }: {
    beforeCreate?: (trx: Transaction) => Promise<void>;
    beforePublish?: (documentId: string) => Promise<void>;
    alongWith?: (documentId: string, trx: Transaction) => Promise<void>;
  } = {},
): Promise<void> => {
  const documents = getDocumentService({ strapi }, uid);
  const authors = { updatedBy: person.user.id };
  const ids = new Map<string, string>();

  const save = async (
    documentId: string | null,
    { locale, draft, data: planned }: LanguagePlan,
  ): Promise<string> => {
    const where = locale === null ? {} : { locale };
    const data = ids.size === 0 ? planned : (replaceIds(planned, ids) as typeof planned);
    if (documentId === null) {
      const created = await documents.create({
        ...where,
        data: { ...data, ...authors, createdBy: person.user.id },
      });
      return created.documentId;
    }
    const isNew = draft === null ? { createdBy: person.user.id } : {};
    const baseVersion = draft === null ? {} : { baseVersion: draft.updatedAt };
    await documents.update({
      documentId,
      ...where,
      ...baseVersion,
      data: { ...data, ...authors, ...isNew },
    });
    return documentId;
  };

  const write = async (): Promise<void> => {
    await strapi.db.transaction(async ({ trx }) => {
      let { documentId } = plan;
      if (!isDry && documentId === null) await beforeCreate?.(trx);
      // A dry run rolls these entries back.
      for (const [id, related] of plan.related) {
        ids.set(id, await createRelated({ strapi }, { related, person, mode }));
      }
      for (const language of plan.languages) {
        documentId = await save(documentId, language);
        if (mode !== 'publish') continue;
        if (!isDry && language === plan.languages[0]) await beforePublish?.(documentId);
        const where = language.locale === null ? {} : { locale: language.locale };
        await documents.publish({ documentId, ...where });
      }
      if (isDry) throw new TakenBack();
      await alongWith?.(documentId ?? '', trx);
    });
  };

  /**
   * Reports database outages as such. Strapi's validation treats a failed lookup as a missing
   * relation (`@strapi/core`, services/entity-validator), which would report an error in a valid
   * entry.
   */
  const writeOrReportOutage = async (): Promise<void> => {
    try {
      await withWriteOrigin({ strapi }, 'import', write);
    } catch (error) {
      if (!wasDatabaseUnavailable(strapi.requestContext.get()?.state ?? {})) throw error;
      throw new DatabaseUnavailable('The database went away while an entry was written', {
        cause: error,
      });
    }
  };

  try {
    await runAsUser({ strapi }, person, writeOrReportOutage);
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
};
