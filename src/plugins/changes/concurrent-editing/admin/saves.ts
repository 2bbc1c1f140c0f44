import { useEffect } from 'react';
import type { DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import {
  wrapSaves,
  type AboutDocument,
  type DocumentRefusal,
  type DocumentRequest,
} from '#platform/strapi/admin/requests';
import { createListeners } from '#platform/admin/listeners';
import { copyOf, NEW_FORM } from '#feature/unsaved-forms';
import {
  createBaseVersions,
  type EntryKey,
  createSaveKeys,
  type SavedForm,
} from '../base-versions';
import { isUnanswered } from '../deliveries';

/** Base versions of all open forms in this window. */
export const baseVersions = createBaseVersions();

const saveKeys = createSaveKeys(() => crypto.randomUUID());

/** Event of an entry's save. */
export type SaveEvent =
  | { kind: 'begun'; document: AboutDocument }
  /** `documentId`: id of the saved entry, also of a new one. */
  | { kind: 'done'; document: AboutDocument; documentId: string | undefined }
  | { kind: 'refused'; document: AboutDocument; why: DocumentRefusal };

export const saveEvents = createListeners<[event: SaveEvent]>();

/** Returns the keys of an entry's version: its locale, and null for types without locales. */
const buildEntryKeys = ({ model, documentId, params }: AboutDocument): EntryKey[] => {
  if (documentId === undefined) return [];
  const locale = params?.locale ?? null;
  return [...new Set([locale, null])].map((entryLocale) => ({
    model,
    documentId,
    locale: entryLocale,
  }));
};

const findBaseVersion = (
  document: AboutDocument,
): { key: EntryKey; version: string } | undefined => {
  for (const key of buildEntryKeys(document)) {
    const version = baseVersions.of(key);
    if (version !== undefined) return { key, version };
  }
  return undefined;
};

const toSavedForm = ({ model, documentId, sourceId, params }: AboutDocument): SavedForm => ({
  model,
  form: documentId ?? (sourceId === undefined ? NEW_FORM : copyOf(sourceId)),
  locale: params?.locale ?? null,
});

/** Requests that may reset the draft to the published version. */
const discards: ReadonlySet<DocumentRequest> = new Set(['discardDocument', 'unpublishDocument']);

/** Adds the base version and the idempotency key to each save of a form. Call it once. */
export const addBaseVersions = (): void =>
  wrapSaves({
    add: (about) => {
      saveEvents.notify({ kind: 'begun', document: about });
      const base = findBaseVersion(about);
      return base === undefined ? {} : { baseVersion: base.version };
    },
    headers: (document) => ({ 'Idempotency-Key': saveKeys.of(toSavedForm(document)) }),
    saved: (document, { data }, request) => {
      saveKeys.answered(toSavedForm(document));
      const base = findBaseVersion(document);
      if (base !== undefined && data?.updatedAt !== undefined) {
        baseVersions.saved(base.key, data.updatedAt);
        if (discards.has(request)) baseVersions.setBack(base.key, data.updatedAt);
      }
      saveEvents.notify({ kind: 'done', document, documentId: data?.documentId });
    },
    refused: (about, why) => {
      if (!isUnanswered(why.status)) saveKeys.answered(toSavedForm(about));
      saveEvents.notify({ kind: 'refused', document: about, why });
    },
  });

/**
 * Remembers the version that a form shows. It is a document action, because those render wherever
 * entries are saved, but it shows nothing.
 */
export const RememberVersion: DocumentActionComponent = ({
  activeTab,
  model,
  documentId,
  document,
}) => {
  const version: unknown = document?.updatedAt;
  const locale: unknown = document?.locale ?? null;
  const isDraft = activeTab !== 'published';
  useEffect(() => {
    if (!isDraft || documentId === undefined || typeof version !== 'string') return undefined;
    const key = { model, documentId, locale: typeof locale === 'string' ? locale : null };
    return baseVersions.show(key, version);
  }, [isDraft, model, documentId, locale, version]);
  return null;
};
RememberVersion.position = ['panel', 'preview', 'relation-modal', 'table-row'];
