import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import type { ColumnKey, Planned, Written } from '../edit';

/** Delay after the last keystroke before the plan is requested. */
const PAUSE_MS = 250;

type Plan = {
  planned: readonly Planned[];
  /** Whether the plan belongs to the current rows. */
  isCurrent: boolean;
};

/** Requests the plan of rows. The former plan remains until the new one arrives. */
export const usePlan = (
  model: string,
  columns: readonly ColumnKey[],
  rows: readonly Written[],
  /** Increases with every save, because the stored values then differ. */
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
