import type { Core } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { selectedVersions } from '../../../../../feature/document-locales';
import { currentActor } from '../../../../../feature/current-actor';
import { currentWriteOrigin } from '../../../../../feature/write-origin';
import { publishes } from '../../../../../platform/strapi/document-actions';
import { historySettings } from '../../settings';
import { hasHistory } from '../state';
import type { DocumentMiddleware } from '../../../../../platform/documents/pipeline';
import { createModifiedClearing } from './clear-modified';
import { createLinks, type Links } from './links';
import { createRecorder, type EventName, type Recorder } from './recorder';

type Params = {
  documentId?: string;
  locale?: string | readonly string[] | null;
  status?: string;
  data?: Readonly<Record<string, unknown>>;
};

type Written = { id: number; documentId?: string; locale?: string | null; updatedAt?: unknown };

/** Result of a write: the row, or the rows of all locales that it wrote. */
type Answer = (Written & { entries?: readonly Written[] }) | null | undefined;

const events: Readonly<Record<string, EventName>> = {
  create: 'create',
  clone: 'copy',
  update: 'update',
  publish: 'publish',
  unpublish: 'unpublish',
  discardDraft: 'discard',
  delete: 'delete',
};

/**
 * Records a version of the entry, in the transaction of the write, and clears the state "Modified"
 * of a draft that equals the published version. Returns null if the history is switched off.
 */
export const recordHistory = ({ strapi }: WithStrapi): DocumentMiddleware | null => {
  if (!historySettings.of({ strapi }).isOn) return null;
  let recorder: Recorder | undefined;
  let links: Links | undefined;
  const clearModified = createModifiedClearing({ strapi });

  const nameOf = (action: string, params: Params): EventName | undefined => {
    const event = events[action];
    if (event === undefined || event === 'delete') return event;
    const origin = currentWriteOrigin({ strapi });
    if (origin === 'import' || origin === 'restore') return origin;
    if (origin === 'copy' && !publishes(action, params)) return origin;
    return publishes(action, params) ? 'publish' : event;
  };

  return async (context, next) => {
    const { uid, action } = context;
    const params = context.params as Params;
    const event = hasHistory(uid) ? nameOf(action, params) : undefined;
    if (event === undefined) return next();
    recorder ??= createRecorder({ strapi });
    links ??= createLinks({ strapi });
    const currentRecorder = recorder;
    const { leadingTo } = links;
    const actor = currentActor({ strapi });

    return strapi.db.transaction(async () => {
      const { documentId } = params;
      // Records the version before the write, if it is not recorded yet.
      if (documentId !== undefined) {
        const before = { uid, documentId, locales: [], event, otherwise: 'found' as const };
        await currentRecorder.record({
          ...before,
          actor: { kind: 'service', id: null, name: null },
        });
      }
      if (event === 'delete' && documentId !== undefined) {
        const locales = (await selectedVersions({ strapi }, uid, params)).map(
          (locale) => locale ?? '',
        );
        const recording = { uid, documentId, locales, event, otherwise: 'found' as const, actor };
        await currentRecorder.remove(recording, await leadingTo(uid, documentId));
        return next();
      }
      const result = await next();
      const answer = result as Answer;
      if (answer === null || answer === undefined) return result;
      if (action === 'update' && documentId !== undefined) {
        await clearModified(uid, documentId, { data: params.data, written: answer });
      }
      const written = answer.entries ?? [answer];
      const changed = action === 'clone' ? answer.documentId : (documentId ?? answer.documentId);
      if (changed === undefined || written.length === 0) return result;
      const locales = [...new Set(written.map(({ locale }) => locale ?? ''))];
      await currentRecorder.record({
        uid,
        documentId: changed,
        locales,
        event,
        otherwise: 'shared',
        actor,
      });
      return result;
    });
  };
};

/** Entry with its written locales. Null for types without locales. */
type DirectWrite = { uid: string; documentId: string; locales: readonly (string | null)[] };

/** Recorders by Strapi instance, because each caches its SQL statements. */
const recorders = new WeakMap<Core.Strapi, Recorder>();

/**
 * Records the versions of entries around a write that bypasses the Document Service. Call it in the
 * transaction of the write.
 */
export const recordDirectWrite = async (
  { strapi }: WithStrapi,
  entries: readonly DirectWrite[],
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
