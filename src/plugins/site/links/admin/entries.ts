import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { FormPlace } from './place';

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
const useAnswer = <T>(path: string, query: Readonly<Record<string, string>> | null): Answer<T> => {
  const { get } = useFetchClient();
  const [answer, setAnswer] = useState<Answer<T>>();
  const asked = query === null ? null : JSON.stringify(query);
  useEffect(() => {
    if (asked === null) return undefined;
    const controller = new AbortController();
    get<{ data: T }>(path, {
      params: JSON.parse(asked) as object,
      signal: controller.signal,
    }).then(
      ({ data }) => {
        if (!controller.signal.aborted) setAnswer(data.data);
      },
      () => {
        if (!controller.signal.aborted) setAnswer('failed');
      },
    );
    return () => controller.abort();
  }, [get, path, asked]);
  return answer;
};

const TYPING = 250;

/** Returns a text after it has not changed for a moment (debounce). */
const useTyped = (text: string): string => {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), TYPING);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
};

/** Searches entries by title. No request is sent before the list is opened. */
export const useCandidates = (
  text: string,
  place: FormPlace,
  isWanted: boolean,
): Answer<readonly Candidate[]> => {
  const q = useTyped(text);
  return useAnswer('/links/entries', isWanted ? { ...place, q } : null);
};

/** Requests the entry of a link; null if there is none. */
export const useEntry = (link: string, place: FormPlace): Answer<Candidate | null> =>
  useAnswer('/links/entry', { ...place, link });
