import { useCallback, useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { Dismissal, GroupKey, ToDoList } from '../content-quality';
import { noFilter, paramsOf, type ShownFilter } from './filter';

/** Polling interval during a full scan. */
const PAUSE_MS = 1500;

const keyOf = ({ code, uid, locale }: GroupKey): GroupKey => ({ code, uid, locale });

/**
 * Requests the to-do list: `undefined` while loading, `null` if the request failed. It polls while
 * a full scan is running.
 */
export const useToDoList = (filter: ShownFilter = noFilter) => {
  const { get, post, put } = useFetchClient();
  const [toDoList, setToDoList] = useState<ToDoList | null>();

  const load = useCallback(
    () =>
      get<{ data: ToDoList }>('/content-quality/to-do', { params: paramsOf(filter) }).then(
        ({ data }) => setToDoList(data.data),
        () => setToDoList((before) => before ?? null),
      ),
    [get, filter],
  );

  useEffect(() => {
    void load();
  }, [load]);

  const isOpen = toDoList?.isScanning === true || toDoList?.scannedAt === null;
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => void load(), PAUSE_MS);
    return () => clearInterval(timer);
  }, [isOpen, load]);

  const lookAgain = useCallback(async (): Promise<void> => {
    await post('/content-quality/look');
    await load();
  }, [post, load]);

  const dismiss = async (
    groups: readonly GroupKey[],
    dismissal: Omit<Dismissal, 'by'>,
  ): Promise<void> => {
    await put('/content-quality/dismissals', { groups: groups.map(keyOf), ...dismissal });
    await load();
  };

  const restore = async (groups: readonly GroupKey[]): Promise<void> => {
    await put('/content-quality/dismissals/restore', { groups: groups.map(keyOf) });
    await load();
  };

  return { toDoList, lookAgain, dismiss, restore };
};
