import {
  aroundSaves,
  type AboutDocument,
  type DocumentRefusal,
  type DocumentRequest,
} from '../../../../platform/strapi/admin/document-requests';
import { copyOf, NEW_FORM } from '../../../../feature/unsaved-forms';
import { createBaseVersions, type EntryKey } from '../base-versions';
import { isUnanswered } from '../deliveries';
import { createSaveKeys, type SavedForm } from '../save-keys';

/** Of every form that is open in this window. */
export const baseVersions = createBaseVersions();

const saveKeys = createSaveKeys(() => crypto.randomUUID());

/** What happens to a save of an entry. */
export type SaveEvent =
  | { kind: 'begun'; about: AboutDocument }
  /** `documentId`: of what is saved, also where it is new. */
  | { kind: 'done'; about: AboutDocument; documentId: string | undefined }
  | { kind: 'refused'; about: AboutDocument; why: DocumentRefusal };

type Listener = (event: SaveEvent) => void;

const listeners = new Set<Listener>();

/** @returns to be called when they are no longer wanted */
export const onSaves = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

const notify = (event: SaveEvent): void => {
  for (const listener of listeners) listener(event);
};

/** An entry has its version under its language; one of a type without languages under none. */
const keysOf = ({ model, documentId, params }: AboutDocument): EntryKey[] => {
  if (documentId === undefined) return [];
  const locale = params?.locale ?? null;
  return [...new Set([locale, null])].map((one) => ({ model, documentId, locale: one }));
};

const baseOf = (about: AboutDocument): { key: EntryKey; version: string } | undefined => {
  for (const key of keysOf(about)) {
    const version = baseVersions.of(key);
    if (version !== undefined) return { key, version };
  }
  return undefined;
};

const formOf = ({ model, documentId, sourceId, params }: AboutDocument): SavedForm => ({
  model,
  form: documentId ?? (sourceId === undefined ? NEW_FORM : copyOf(sourceId)),
  locale: params?.locale ?? null,
});

/** What may put the draft back to what is published. */
const discards: ReadonlySet<DocumentRequest> = new Set(['discardDocument', 'unpublishDocument']);

/** Lets each save of a form say which version it is based on, and whether it is one that was sent before; call it once. */
export const stateBaseVersions = (): void =>
  aroundSaves({
    add: (about) => {
      notify({ kind: 'begun', about });
      const base = baseOf(about);
      return base === undefined ? {} : { baseVersion: base.version };
    },
    headers: (about) => ({ 'Idempotency-Key': saveKeys.of(formOf(about)) }),
    saved: (about, { data }, request) => {
      saveKeys.answered(formOf(about));
      const base = baseOf(about);
      if (base !== undefined && data?.updatedAt !== undefined) {
        baseVersions.saved(base.key, data.updatedAt);
        if (discards.has(request)) baseVersions.setBack(base.key, data.updatedAt);
      }
      notify({ kind: 'done', about, documentId: data?.documentId });
    },
    refused: (about, why) => {
      if (!isUnanswered(why.status)) saveKeys.answered(formOf(about));
      notify({ kind: 'refused', about, why });
    },
  });
