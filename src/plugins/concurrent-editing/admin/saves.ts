import {
  aroundSaves,
  type AboutDocument,
  type DocumentRefusal,
  type DocumentRequest,
} from '../../../strapi/admin/document-requests';
import { createBaseVersions, type EntryKey } from '../base-versions';

/** Of every form that is open in this window. */
export const baseVersions = createBaseVersions();

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

/** What may put the draft back to what is published. */
const discards: ReadonlySet<DocumentRequest> = new Set(['discardDocument', 'unpublishDocument']);

/** Lets each save of a form say which version it is based on; call it once. */
export const stateBaseVersions = (): void =>
  aroundSaves({
    add: (about) => {
      notify({ kind: 'begun', about });
      const base = baseOf(about);
      return base === undefined ? {} : { baseVersion: base.version };
    },
    saved: (about, { data }, request) => {
      const base = baseOf(about);
      if (base !== undefined && data?.updatedAt !== undefined) {
        baseVersions.saved(base.key, data.updatedAt);
        if (discards.has(request)) baseVersions.setBack(base.key, data.updatedAt);
      }
      notify({ kind: 'done', about, documentId: data?.documentId });
    },
    refused: (about, why) => {
      notify({ kind: 'refused', about, why });
    },
  });
