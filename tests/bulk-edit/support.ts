import type { PlannedRow } from '#plugins/tables/bulk-edit/edit';
import { EXPLORER } from '../rights/support';
import type { Admin, AdminAnswer } from '../support/admin';

type Mode = 'save' | 'publish';

/** Saves a plan like the panel: one locale of one entry after the other. */
export const writePlanned = async (
  who: Admin,
  uid: string,
  planned: readonly PlannedRow[],
  mode: Mode = 'save',
): Promise<AdminAnswer[]> => {
  const answers: AdminAnswer[] = [];
  for (const { documentId, changes } of planned) {
    for (const { locale, version, data } of changes) {
      const at = `${EXPLORER}/${uid}/${documentId ?? ''}`;
      const language = locale === null ? '' : `?locale=${locale}`;
      const body = { ...data, baseVersion: version };
      answers.push(
        mode === 'save'
          ? await who.put(`${at}${language}`, body)
          : await who.post(`${at}/actions/publish${language}`, body),
      );
    }
  }
  return answers;
};

/** Undoes the saves of a plan like the panel. */
export const takeBack = async (
  who: Admin,
  uid: string,
  planned: readonly PlannedRow[],
): Promise<AdminAnswer[]> => {
  const answers: AdminAnswer[] = [];
  for (const { documentId, changes } of planned) {
    for (const { locale, undo } of changes) {
      const language = locale === null ? '' : `?locale=${locale}`;
      answers.push(await who.put(`${EXPLORER}/${uid}/${documentId ?? ''}${language}`, undo));
    }
  }
  return answers;
};
