import {
  wrapSaves,
  type AboutDocument,
  type DocumentRequest,
} from '../../../../platform/strapi/admin/requests';

/** Saved version of an entry, with the fields that the form has changed. */
export type SavedFields = {
  model: string;
  documentId: string;
  locale: string;
  names: readonly string[];
};

type Listener = (saved: SavedFields) => void;

/** Fields that differ from the stored version, by the entry of the open form. */
const changed = new Map<string, readonly string[]>();

/** Fields that a request saves. Afterwards, the form holds them as its stored version. */
const pending = new Map<string, readonly string[]>();

const listeners = new Set<Listener>();

const WRITES: ReadonlySet<DocumentRequest> = new Set(['updateDocument', 'publishDocument']);

const keyOf = (model: string, documentId = '', locale = ''): string =>
  [model, documentId, locale].join(' ');

const keyOfRequest = ({ model, documentId, params }: AboutDocument): string =>
  keyOf(model, documentId, params?.locale);

/**
 * Records which fields of a form differ from the stored version.
 *
 * @returns a function that removes the record
 */
export const recordChangedFields = ({
  model,
  documentId,
  locale,
  names,
}: SavedFields): (() => void) => {
  const key = keyOf(model, documentId, locale);
  changed.set(key, names);
  return () => changed.delete(key);
};

/**
 * Subscribes to saves that have changed fields.
 *
 * @returns a function that ends the subscription
 */
export const onSavedFields = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Reports the changed fields of every save to the listeners. Call it once. */
export const reportSavedFields = (): void =>
  wrapSaves({
    add: (about) => {
      const key = keyOfRequest(about);
      pending.set(key, changed.get(key) ?? []);
      return {};
    },
    saved: (about, _answer, request) => {
      const key = keyOfRequest(about);
      const names = pending.get(key) ?? [];
      pending.delete(key);
      const { model, documentId, params } = about;
      if (!WRITES.has(request) || names.length === 0) return;
      if (documentId === undefined || params?.locale === undefined) return;
      const saved = { model, documentId, locale: params.locale, names };
      for (const listener of listeners) listener(saved);
    },
    refused: (about) => {
      pending.delete(keyOfRequest(about));
    },
  });
