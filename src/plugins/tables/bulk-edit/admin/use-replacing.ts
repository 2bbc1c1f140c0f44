import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import type { Planned, Replaceable } from '../edit';

/** Requests the references of a selection; undefined while loading. */
export const useReplaceable = (
  model: string,
  documents: readonly string[],
): readonly Replaceable[] | undefined => {
  const { post } = useFetchClient();
  const noticeError = useErrorNotice();
  const [found, setFound] = useState<readonly Replaceable[]>();
  const ids = documents.join(',');
  useEffect(() => {
    const body = { documents: ids.split(',') };
    post<{ data: Replaceable[] }>(`/bulk-edit/${model}/replaceable`, body).then(
      ({ data }) => setFound(data.data),
      noticeError,
    );
  }, [post, noticeError, model, ids]);
  return found;
};

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
  const [found, setFound] = useState<readonly Candidate[]>([]);
  useEffect(() => {
    if (target === undefined || written.trim().length < SHORTEST) {
      setFound([]);
      return;
    }
    let isGone = false;
    const waiting = setTimeout(() => {
      const params = { _q: written.trim(), pageSize: 10 };
      const address =
        target === FILE ? '/upload/files' : `/content-manager/collection-types/${target}`;
      get<{ results: Entry[] }>(address, { params }).then(
        ({ data }) => {
          if (isGone) return;
          setFound(
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
      clearTimeout(waiting);
    };
  }, [get, target, written]);
  return found;
};

type Wanted = { attribute: string; from: string; to: string };

/** Requests the plan of a replacement. */
export const useReplacement = (
  model: string,
  documents: readonly string[],
  wanted: Wanted | null,
): readonly Planned[] => {
  const { post } = useFetchClient();
  const noticeError = useErrorNotice();
  const [planned, setPlanned] = useState<readonly Planned[]>([]);
  const asked = wanted === null ? null : JSON.stringify({ documents, ...wanted });
  useEffect(() => {
    setPlanned([]);
    if (asked === null) return;
    post<{ data: Planned[] }>(`/bulk-edit/${model}/replacement`, JSON.parse(asked)).then(
      ({ data }) => setPlanned(data.data),
      noticeError,
    );
  }, [post, noticeError, model, asked]);
  return planned;
};
