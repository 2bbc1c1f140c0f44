import { unstable_useDocumentActions as useDocumentActions } from '@strapi/content-manager/strapi-admin';
import { useForm, useTable } from '@strapi/strapi/admin';
import { useMatch, useNavigate } from 'react-router-dom';
import type { Removal } from '../../../catalogue/references/uses';

/** An entry as the panel loads it. */
export type Entry = {
  documentId: string;
  locale?: string | null;
  status?: string;
  localizations?: readonly { locale?: string | null; status?: string }[];
};

/** A removal that the user requests. */
export type Request = {
  removal: Removal;
  model: string;
  collectionType: string;
  entries: readonly Entry[];
  /** Whether the entries were selected in a list, even if it is only one. */
  isSelection: boolean;
  /** Locales to remove; null for all. */
  locales: readonly string[] | null;
};

/** Returns true if a version is published, so that it can be unpublished instead of deleted. */
export const isPublished = ({ entries, locales }: Request): boolean =>
  entries.some(({ status, localizations = [] }) =>
    [{ status }, ...(locales === null ? localizations : [])].some(
      (version) => version.status === 'published' || version.status === 'modified',
    ),
  );

/** Returns the published locales of an entry that a request covers. */
const publishedIn = ({ locales }: Request, entry: Entry): readonly (string | null)[] => {
  const versions = [entry, ...(locales === null ? (entry.localizations ?? []) : [])];
  const published = versions.filter(
    ({ status }) => status === 'published' || status === 'modified',
  );
  return [...new Set(published.map(({ locale }) => locale ?? null))];
};

/**
 * Returns a function that performs the confirmed removal. It uses Strapi's functions, which notify
 * the user and reload lists. It sends `force`, because the user has seen the uses.
 */
export const useRemoval = (request: Request) => {
  const { delete: deleteOne, deleteMany, unpublish, unpublishMany } = useDocumentActions();
  const navigate = useNavigate();
  const isInForm = useMatch('/content-manager/:collectionType/:slug/:id') !== null;
  const setSubmitting = useForm('Removing', (form) => form.setSubmitting);
  const selectRow = useTable('Removing', (table) => table.selectRow, false);
  const { model, collectionType, entries, locales, isSelection } = request;
  const documentIds = entries.map(({ documentId }) => documentId);
  const [first] = entries;
  const documentId = first?.documentId;

  const paramsIn = (locale: string | null): Record<string, string> => ({
    force: 'true',
    ...(locale !== null && { locale }),
  });

  const deleteAll = async (): Promise<boolean> => {
    if (isSelection) {
      const params = paramsIn(locales?.[0] ?? null);
      return !('error' in (await deleteMany({ model, documentIds, params })));
    }
    // With unsaved changes the form would block leaving the page.
    if (isInForm) setSubmitting(true);
    try {
      const params = paramsIn(locales?.[0] ?? '*');
      const answer = await deleteOne({ collectionType, model, documentId, params });
      if ('error' in answer) return false;
      if (isInForm) navigate(`/content-manager/${collectionType}/${model}`, { replace: true });
      return true;
    } finally {
      if (isInForm) setSubmitting(false);
    }
  };

  const unpublishAll = async (discardsDraft: boolean): Promise<boolean> => {
    if (isSelection) {
      const params = paramsIn(locales?.[0] ?? null);
      return !('error' in (await unpublishMany({ model, documentIds, params })));
    }
    if (first === undefined) return false;
    for (const locale of publishedIn(request, first)) {
      const params = paramsIn(locale);
      const answer = await unpublish({ collectionType, model, documentId, params }, discardsDraft);
      if ('error' in answer) return false;
    }
    return true;
  };

  return async (removal: Removal, discardsDraft: boolean): Promise<boolean> => {
    const isDone = await (removal === 'delete' ? deleteAll() : unpublishAll(discardsDraft));
    if (isDone && isSelection) selectRow?.([]);
    return isDone;
  };
};
