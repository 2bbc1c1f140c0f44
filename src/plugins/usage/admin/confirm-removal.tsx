import { useRef, useState } from 'react';
import type {
  BulkActionComponent,
  BulkActionComponentProps,
  DocumentActionComponent,
  DocumentActionDescription,
} from '@strapi/content-manager/strapi-admin';
import type { Removal } from '#catalogue/references/uses';
import { Question, type Entry, type Request } from './Question';
import { useTexts } from './texts';
import { isAskedAbout } from './Uses';

/** Returns the title of an entry: the first non-empty naming attribute. */
const getEntryTitle = (entry: Readonly<Record<string, unknown>> | undefined): string | null => {
  const title = ['title', 'name', 'subject', 'label', 'slug']
    .map((attribute) => entry?.[attribute])
    .find((value) => typeof value === 'string' && value !== '');
  return typeof title === 'string' ? title : null;
};

/**
 * Returns dialog content that stays the same component while its request changes. Otherwise the
 * panel would remount it on every change, and the user's clicks would be lost.
 */
const useQuestion = (request: Request) => {
  const latest = useRef(request);
  latest.current = request;
  const [Content] = useState(() => ({ onClose }: { onClose: () => void }) => (
    <Question request={latest.current} onClose={onClose} />
  ));
  return Content;
};

/**
 * Returns the kind of removal of an action; null if it removes nothing. Strapi's actions have a type,
 * except the deletion of one locale, which its variant, dialog and position identify.
 */
const getRemovalKind = (
  type: DocumentActionComponent['type'],
  { variant, dialog, position }: DocumentActionDescription,
): 'delete' | 'delete-language' | 'unpublish' | null => {
  if (type === 'delete' || type === 'unpublish') return type;
  const isDeletion =
    type === undefined &&
    variant === 'danger' &&
    dialog?.type === 'dialog' &&
    [position].flat().includes('header');
  return isDeletion ? 'delete-language' : null;
};

/** Replaces the confirmation of Strapi's action by our dialog. */
export const confirmRemoval = (Original: DocumentActionComponent): DocumentActionComponent => {
  if (!['delete', 'unpublish', undefined].includes(Original.type)) return Original;
  const Confirmed: DocumentActionComponent = (props) => {
    const { document, documentId, model, collectionType, meta } = props;
    const text = useTexts();
    const action = Original(props);
    const removal = action ? getRemovalKind(Original.type, action) : null;
    const locale = typeof document?.locale === 'string' ? document.locale : null;
    // Strapi's type declares none of the entry's own fields.
    const entryValues = (document ?? {}) as Omit<Entry, 'documentId'>;
    const entry: Entry = {
      documentId: documentId ?? '',
      locale,
      status: entryValues.status,
      localizations: meta?.availableLocales ?? entryValues.localizations,
    };
    const kind: Removal = removal === 'unpublish' ? 'unpublish' : 'delete';
    const content = useQuestion({
      removal: kind,
      model,
      collectionType,
      entries: [entry],
      isSelection: false,
      locales: removal === 'delete' || locale === null ? null : [locale],
    });
    if (!action || removal === null || documentId === undefined || !isAskedAbout(model)) {
      return action;
    }
    const title = text(`usage.title.${kind}`, { title: getEntryTitle(document) ?? documentId });
    return { ...action, onClick: undefined, dialog: { type: 'modal', title, content } };
  };
  return Object.assign(Confirmed, Original);
};

/** Replaces the confirmation of a bulk action by our dialog. */
export const confirmBulkRemoval = (Original: BulkActionComponent): BulkActionComponent => {
  const { type } = Original;
  if (type !== 'delete' && type !== 'unpublish') return Original;
  const Confirmed: BulkActionComponent = (props: BulkActionComponentProps) => {
    const { documents, model, collectionType } = props;
    const text = useTexts();
    const action = Original(props);
    const locale: unknown = documents[0]?.locale;
    const content = useQuestion({
      removal: type,
      model,
      collectionType,
      entries: documents,
      isSelection: true,
      locales: typeof locale === 'string' ? [locale] : null,
    });
    if (!action || !isAskedAbout(model)) return action;
    const title = text(`usage.many.${type}`, { count: documents.length });
    return { ...action, dialog: { type: 'modal', title, content } };
  };
  return Object.assign(Confirmed, Original);
};
