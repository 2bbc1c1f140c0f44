import { useCallback, useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import type { OrderedPage } from '../order';

export type ListShown = {
  uid: string;
  narrowing: Readonly<Record<string, string>>;
  locale: string | null;
};

const LIMIT = 100;

/** Last saved move, announced to screen readers. */
export type Saved = { title: string; position: number };

/** Loads a page of a list and moves its entries. A move is shown at once, saved, and reloaded. */
export const useOrder = ({ uid, narrowing, locale }: ListShown) => {
  const { get, post } = useFetchClient();
  const noticeError = useErrorNotice();
  const [page, setPage] = useState<OrderedPage>();
  const [isSaving, setIsSaving] = useState(false);
  const [saved, setSaved] = useState<Saved | null>(null);
  const asked = JSON.stringify(narrowing);

  const read = useCallback(
    async (start: number): Promise<void> => {
      const { data } = await get<{ data: OrderedPage }>(`/ordering/order/${uid}`, {
        params: {
          ...(JSON.parse(asked) as object),
          ...(locale !== null && { locale }),
          start,
          limit: LIMIT,
        },
      });
      setPage(data.data);
    },
    [get, uid, asked, locale],
  );

  const show = useCallback(
    (start: number): void => {
      read(start).catch(noticeError);
    },
    [read, noticeError],
  );

  useEffect(() => show(0), [show]);

  /** @param to index in the whole list */
  const move = async (documentId: string, to: number): Promise<void> => {
    if (page === undefined || isSaving) return;
    const { start, version, entries } = page;
    const from = entries.findIndex((entry) => entry.documentId === documentId);
    const moved = entries[from];
    if (moved === undefined || start + from === to) return;
    const others = entries.filter((entry) => entry !== moved);
    const isShown = to >= start && to < start + entries.length;
    const shown = isShown ? others.toSpliced(to - start, 0, moved) : others;
    setPage({ ...page, entries: shown });
    setIsSaving(true);
    setSaved(null);
    try {
      const body = { ...narrowing, documentId, to, version };
      await post(`/ordering/order/${uid}/moves`, body);
      setSaved({ title: moved.title, position: to + 1 });
    } catch (error) {
      setPage(page);
      noticeError(error);
    }
    await read(start).catch(noticeError);
    setIsSaving(false);
  };

  return { page, isSaving, saved, show, move, limit: LIMIT };
};
