import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../feature/admin/error-notice';
import type { Asked, Planned, Written } from '../edit';

/** How long nobody has written before it is asked what would become of it. */
const PAUSE_MS = 250;

type Plan = {
  planned: readonly Planned[];
  /** Whether it is that of the rows as they are now. */
  isCurrent: boolean;
};

/** What would become of rows; that of the rows before until it is known. */
export const usePlan = (
  model: string,
  columns: readonly Asked[],
  rows: readonly Written[],
  /** Rises when something was saved: what stands there before is another then. */
  round: number,
): Plan => {
  const { post } = useFetchClient();
  const noticeError = useErrorNotice();
  const [known, setKnown] = useState<{ of: string; planned: readonly Planned[] }>();
  const asked = JSON.stringify({ columns, rows });
  const of = `${round} ${asked}`;
  useEffect(() => {
    const controller = new AbortController();
    const waiting = setTimeout(() => {
      const { signal } = controller;
      post<{ data: Planned[] }>(`/bulk-edit/${model}/plan`, JSON.parse(asked), { signal }).then(
        ({ data }) => setKnown({ of, planned: data.data }),
        noticeError,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(waiting);
      controller.abort();
    };
  }, [post, noticeError, model, asked, of]);
  return { planned: known?.planned ?? [], isCurrent: known?.of === of };
};
