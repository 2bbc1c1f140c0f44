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
