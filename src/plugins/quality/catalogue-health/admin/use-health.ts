import { useCallback, useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { Health } from '../health';

/** How long a look at everything goes on before it is asked for again. */
const PAUSE_MS = 1500;

/**
 * The health of the catalogue: `undefined` until it is known, `null` where it could not be asked for. While everything
 * is being looked at it is asked for again and again.
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

  const isOpen = health?.isLooking === true || health?.lookedAt === null;
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
