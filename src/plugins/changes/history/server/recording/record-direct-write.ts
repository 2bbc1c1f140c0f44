import type { Core } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { currentActor } from '../../../../../feature/current-actor';
import { historySettings } from '../../settings';
import { hasHistory } from '../state/content';
import { createRecorder, type Recorder } from './recorder';

/** Entry with its written locales. Null for types without locales. */
type Written = { uid: string; documentId: string; locales: readonly (string | null)[] };

/** Recorders by Strapi instance, because each caches its SQL statements. */
const recorders = new WeakMap<Core.Strapi, Recorder>();

/**
 * Records the versions of entries around a write that bypasses the Document Service. Call it in the
 * transaction of the write.
 */
export const recordDirectWrite = async (
  { strapi }: WithStrapi,
  entries: readonly Written[],
  write: () => Promise<void>,
): Promise<void> => {
  const recordedEntries = historySettings.of({ strapi }).isOn
    ? entries.filter(({ uid }) => hasHistory(uid))
    : [];
  const recorder = recorders.get(strapi) ?? createRecorder({ strapi });
  recorders.set(strapi, recorder);
  const actor = currentActor({ strapi });
  for (const { uid, documentId } of recordedEntries) {
    // Records the version before the write, if it is not recorded yet.
    const before = { uid, documentId, locales: [], event: 'update', otherwise: 'found' } as const;
    await recorder.record({ ...before, actor: { kind: 'service', id: null, name: null } });
  }
  await write();
  for (const { uid, documentId, locales } of recordedEntries) {
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
