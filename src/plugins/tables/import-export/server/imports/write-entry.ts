import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { withWriteOrigin } from '../../../../../feature/write-origin';
import { documentsOf } from '../../../../../platform/strapi/documents';
import { wasDatabaseUnavailable } from '../../../../../platform/database';
import { DatabaseUnavailable } from '../../../../../platform/database/unavailable';
import { onBehalfOf, type Person } from '../../../../../platform/strapi/on-behalf';
import type { Transaction } from '../../../../../platform/strapi/queries';
import type { ImportMode } from '../../runs';
import type { EntryPlan, LanguagePlan } from './plan-entry';

type Writing = { uid: UID.ContentType; person: Person; mode: ImportMode; isDry: boolean };

/** What a dry run throws to have everything that it did taken back. */
class TakenBack extends Error {
  override name = 'TakenBack';
}

/**
 * Writes an entry as a whole, in one transaction and as whoever imports would by its form: with the same rights,
 * checks, versions and history. A dry run does the same and takes it back, so that it says what would be refused.
 *
 * @param alongWith is done in the same transaction, when the entry is written
 * @returns the entry's id
 * @throws whatever refuses the write
 */
export const writeEntry = async (
  { strapi }: WithStrapi,
  { uid, person, mode, isDry }: Writing,
  plan: EntryPlan,
  alongWith: (documentId: string, trx: Transaction) => Promise<void>,
): Promise<string> => {
  const documents = documentsOf({ strapi }, uid);
  const by = { updatedBy: person.user.id };

  const save = async (
    documentId: string | null,
    { locale, draft, data }: LanguagePlan,
  ): Promise<string> => {
    const where = locale === null ? {} : { locale };
    if (documentId === null) {
      const made = await documents.create({
        ...where,
        data: { ...data, ...by, createdBy: person.user.id },
      });
      return made.documentId;
    }
    const isNew = draft === null ? { createdBy: person.user.id } : {};
    const baseVersion = draft === null ? {} : { baseVersion: draft.updatedAt };
    await documents.update({
      documentId,
      ...where,
      ...baseVersion,
      data: { ...data, ...by, ...isNew },
    });
    return documentId;
  };

  const write = async (): Promise<string> =>
    strapi.db.transaction(async ({ trx }) => {
      let { documentId } = plan;
      for (const language of plan.languages) {
        documentId = await save(documentId, language);
        if (mode !== 'publish') continue;
        const where = language.locale === null ? {} : { locale: language.locale };
        await documents.publish({ documentId, ...where });
      }
      if (isDry) throw new TakenBack();
      await alongWith(documentId ?? '', trx);
      return documentId ?? '';
    });

  /**
   * Strapi's validation takes a look-up that the database has ended for a relation that is not there (`@strapi/core`,
   * services/entity-validator): nobody is told that of an entry that has nothing wrong.
   */
  const honestly = async (): Promise<string> => {
    try {
      return await withWriteOrigin({ strapi }, 'import', write);
    } catch (error) {
      if (!wasDatabaseUnavailable(strapi.requestContext.get()?.state ?? {})) throw error;
      throw new DatabaseUnavailable('The database went away while an entry was written', {
        cause: error,
      });
    }
  };

  try {
    return await onBehalfOf({ strapi }, person, honestly);
  } catch (error) {
    if (error instanceof TakenBack) return plan.documentId ?? '';
    throw error;
  }
};
