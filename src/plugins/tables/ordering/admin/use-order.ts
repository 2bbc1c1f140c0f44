import { useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import type { OrderedPage } from '../order';

export type ListShown = {
  uid: string;
  narrowing: Readonly<Record<string, string>>;
  locale: string | null;
};

const LIMIT = 100;

/** Last saved move, announced to screen readers. */
type Saved = { title: string; position: number };

/** Loads a page of a list and moves its entries. A move is shown at once, saved, and reloaded. */
export const useOrder = ({ uid, narrowing, locale }: ListShown) => {
  const { post } = useFetchClient();
  const noticeError = useErrorNotice();
  const [from, show] = useState(0);
  const [isSaving, setIsSaving] = useState(false);
  const [saved, setSaved] = useState<Saved | null>(null);
  const address = `/ordering/order/${uid}`;
  const {
    data: page,
    setData,
    reload,
  } = useLoaded<OrderedPage>(address, {
    params: { ...narrowing, ...(locale !== null && { locale }), start: from, limit: LIMIT },
  });

  /** @param to index in the whole list */
  const move = async (documentId: string, to: number): Promise<void> => {
    if (page === undefined || isSaving) return;
    const { start, version, entries } = page;
    const index = entries.findIndex((entry) => entry.documentId === documentId);
    const moved = entries[index];
    if (moved === undefined || start + index === to) return;
    const others = entries.filter((entry) => entry !== moved);
    const isShown = to >= start && to < start + entries.length;
    const shown = isShown ? others.toSpliced(to - start, 0, moved) : others;
    setData({ ...page, entries: shown });
    setIsSaving(true);
    setSaved(null);
    try {
      await post(`${address}/moves`, { ...narrowing, documentId, to, version });
      setSaved({ title: moved.title, position: to + 1 });
    } catch (error) {
      setData(page);
      noticeError(error);
    }
    await reload();
    setIsSaving(false);
  };

  return { page, isSaving, saved, show, move, limit: LIMIT };
};
