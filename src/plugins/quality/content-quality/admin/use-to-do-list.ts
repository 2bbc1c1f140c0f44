import { useCallback, useEffect } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useLoaded } from '../../../../platform/admin/use-loaded';
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
  const { post, put } = useFetchClient();

  const {
    data,
    isFailed,
    reload: load,
  } = useLoaded<ToDoList>('/content-quality/to-do', { params: paramsOf(filter), isOptional: true });
  const toDoList = data ?? (isFailed ? null : undefined);

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
