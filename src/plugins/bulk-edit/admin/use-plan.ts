import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../feature/admin/error-notice';
import type { Asked, Planned, Written } from '../edit';

/** How long nobody has written before it is asked what would become of it. */
const PAUSE_MS = 250;

/** What would become of rows; that of the rows before until it is known. */
export const usePlan = (
  model: string,
  columns: readonly Asked[],
  rows: readonly Written[],
  /** Rises when something was saved: what stands there before is another then. */
  round: number,
): readonly Planned[] => {
  const { post } = useFetchClient();
  const noticeError = useErrorNotice();
  const [planned, setPlanned] = useState<readonly Planned[]>([]);
  const asked = JSON.stringify({ columns, rows });
  useEffect(() => {
    const controller = new AbortController();
    const waiting = setTimeout(() => {
      const { signal } = controller;
      post<{ data: Planned[] }>(`/bulk-edit/${model}/plan`, JSON.parse(asked), { signal }).then(
        ({ data }) => setPlanned(data.data),
        noticeError,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(waiting);
      controller.abort();
    };
  }, [post, noticeError, model, asked, round]);
  return planned;
};
