import { usePanelLocale } from '../../../../platform/admin/named-languages';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import { useForm } from '@strapi/strapi/admin';
import { findConnected, type RelationChanges } from '../../../../platform/strapi/admin/relations';

type Values = { vertical?: RelationChanges };

/** Place of a form's links, in the format of the server. */
export type FormPlace = Readonly<Record<'locale' | 'line' | 'model' | 'documentId', string>>;

/** Returns the form's locale, entry and newly chosen business line; blank if there is none. */
export const useFormPlace = (): FormPlace => {
  const { id = '', model } = useContentManagerContext();
  const locale = usePanelLocale() ?? '';
  const [line = ''] = useForm('LinkInput', ({ values }) =>
    findConnected((values as Values).vertical),
  ).slice(-1);
  return { locale, line, model, documentId: id };
};

/** Entry to which a link leads or could lead. */
export type Candidate = {
  uid: string;
  documentId: string;
  link: string;
  type: string;
  /** Null if the user may not read it. */
  title: string | null;
  isPublished: boolean;
  address: string;
  lines: readonly string[];
};

/** Response of the server; undefined while loading. */
type Answer<T> = T | 'failed' | undefined;

/**
 * Requests data again whenever the query changes. The previous response stays until the new one
 * arrives.
 *
 * @param query null sends no request
 */
const useAnswer = <T>(
  path: string,
  query: Readonly<Record<string, string>> | null,
  delay = 0,
): Answer<T> => {
  const { data, isFailed } = useLoaded<T>(query === null ? null : path, {
    params: query ?? undefined,
    isOptional: true,
    delay,
  });
  return isFailed ? 'failed' : data;
};

/** Milliseconds after the last keystroke before a search. */
const TYPING = 250;

/** Searches entries by title. No request is sent before the list is opened. */
export const useCandidates = (
  text: string,
  place: FormPlace,
  isWanted: boolean,
): Answer<readonly Candidate[]> =>
  useAnswer('/links/entries', isWanted ? { ...place, q: text } : null, text === '' ? 0 : TYPING);

/** Requests the entry of a link; null if there is none. */
export const useEntry = (link: string, place: FormPlace): Answer<Candidate | null> =>
  useAnswer('/links/entry', { ...place, link });
