import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';

type Entry = { id: number; documentId: string; name?: string | null; title?: string | null };

const FILE = 'plugin::upload.file';

/** Entry that could replace another. */
export type Candidate = { documentId: string; name: string };

const SHORTEST = 2;
const PAUSE_MS = 200;

/** Searches entries of a type by name. */
export const useCandidates = (
  target: string | undefined,
  written: string,
): readonly Candidate[] => {
  const { get } = useFetchClient();
  const [candidates, setCandidates] = useState<readonly Candidate[]>([]);
  useEffect(() => {
    if (target === undefined || written.trim().length < SHORTEST) {
      setCandidates([]);
      return;
    }
    let isGone = false;
    const timer = setTimeout(() => {
      const params = { _q: written.trim(), pageSize: 10 };
      const address =
        target === FILE ? '/upload/files' : `/content-manager/collection-types/${target}`;
      get<{ results: Entry[] }>(address, { params }).then(
        ({ data }) => {
          if (isGone) return;
          setCandidates(
            data.results.map(({ id, documentId, name, title }) => ({
              // Fields refer to files by number.
              documentId: target === FILE ? String(id) : documentId,
              name: name ?? title ?? documentId,
            })),
          );
        },
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [get, target, written]);
  return candidates;
};
