import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { FormPlace } from './place';

/** An entry to which a link leads, or could lead. */
export type Candidate = {
  uid: string;
  documentId: string;
  link: string;
  type: string;
  /** Null where one may not read it. */
  title: string | null;
  isPublished: boolean;
  address: string;
  lines: readonly string[];
};

/** Undefined while it is not known. */
type Answer<T> = T | 'failed' | undefined;

/**
 * Asks the server, and anew whenever the question is another one; what was answered before stays until then.
 *
 * @param query null where nothing is to be asked
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

/** A text once nobody has typed for a moment. */
const useTyped = (text: string): string => {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), TYPING);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
};

/** Entries with a text in their title; nothing is asked before somebody wants to see them. */
export const useCandidates = (
  text: string,
  place: FormPlace,
  isWanted: boolean,
): Answer<readonly Candidate[]> => {
  const q = useTyped(text);
  return useAnswer('/links/entries', isWanted ? { ...place, q } : null);
};

/** The entry to which a link leads; null where there is none. */
export const useEntry = (link: string, place: FormPlace): Answer<Candidate | null> =>
  useAnswer('/links/entry', { ...place, link });
