import { useCallback, useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { Health } from '../health';

/** Polling interval during a full scan. */
const PAUSE_MS = 1500;

/**
 * Requests the health of the catalogue: `undefined` while loading, `null` if the request failed. It
 * polls while a full scan is running.
 */
export const useHealth = () => {
  const { get, post } = useFetchClient();
  const [health, setHealth] = useState<Health | null>();

  const load = useCallback(
    () =>
      get<{ data: Health }>('/catalogue-health/health').then(
        ({ data }) => setHealth(data.data),
        () => setHealth((before) => before ?? null),
      ),
    [get],
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

  return { health, lookAgain };
};
