import { useCallback, useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { Dismissal, GroupKey, Health } from '../health';
import { noFilter, paramsOf, type ShownFilter } from './filter';

/** Polling interval during a full scan. */
const PAUSE_MS = 1500;

const keyOf = ({ code, uid, locale }: GroupKey): GroupKey => ({ code, uid, locale });

/**
 * Requests the health of the catalogue: `undefined` while loading, `null` if the request failed. It
 * polls while a full scan is running.
 */
export const useHealth = (filter: ShownFilter = noFilter) => {
  const { get, post, put } = useFetchClient();
  const [health, setHealth] = useState<Health | null>();

  const load = useCallback(
    () =>
      get<{ data: Health }>('/catalogue-health/health', { params: paramsOf(filter) }).then(
        ({ data }) => setHealth(data.data),
        () => setHealth((before) => before ?? null),
      ),
    [get, filter],
  );

  useEffect(() => {
    void load();
  }, [load]);

  const isOpen = health?.isScanning === true || health?.scannedAt === null;
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => void load(), PAUSE_MS);
    return () => clearInterval(timer);
  }, [isOpen, load]);

  const lookAgain = useCallback(async (): Promise<void> => {
    await post('/catalogue-health/look');
    await load();
  }, [post, load]);

  const dismiss = async (
    groups: readonly GroupKey[],
    dismissal: Omit<Dismissal, 'by'>,
  ): Promise<void> => {
    await put('/catalogue-health/dismissals', { groups: groups.map(keyOf), ...dismissal });
    await load();
  };

  const restore = async (groups: readonly GroupKey[]): Promise<void> => {
    await put('/catalogue-health/dismissals/restore', { groups: groups.map(keyOf) });
    await load();
  };

  return { health, lookAgain, dismiss, restore };
};
