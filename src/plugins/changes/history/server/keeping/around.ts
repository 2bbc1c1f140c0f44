import type { Core } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { currentActor } from '../../../../../feature/current-actor';
import { historySettings } from '../../settings';
import { hasHistory } from '../state/content';
import { createRecorder, type Recorder } from './record';

/** An entry with the languages in which it is written; null for types that have none. */
type Written = { uid: string; documentId: string; locales: readonly (string | null)[] };

/** One for each Strapi: it keeps the statements that it has made. */
const recorders = new WeakMap<Core.Strapi, Recorder>();

/**
 * Keeps in the history what a write changes that the Document Service does not make. Call it in the transaction of the
 * write.
 */
export const keepingHistory = async (
  { strapi }: WithStrapi,
  entries: readonly Written[],
  write: () => Promise<void>,
): Promise<void> => {
  const kept = historySettings.of({ strapi }).isOn
    ? entries.filter(({ uid }) => hasHistory(uid))
    : [];
  const recorder = recorders.get(strapi) ?? createRecorder({ strapi });
  recorders.set(strapi, recorder);
  const actor = currentActor({ strapi });
  for (const { uid, documentId } of kept) {
    // What it was before: the first time, or when something else has changed it since.
    const before = { uid, documentId, locales: [], event: 'update', otherwise: 'found' } as const;
    await recorder.record({ ...before, actor: { kind: 'service', id: null, name: null } });
  }
  await write();
  for (const { uid, documentId, locales } of kept) {
    const written = locales.map((locale) => locale ?? '');
    const now = {
      uid,
      documentId,
      locales: written,
      event: 'update',
      otherwise: 'shared',
    } as const;
    await recorder.record({ ...now, actor });
  }
};
