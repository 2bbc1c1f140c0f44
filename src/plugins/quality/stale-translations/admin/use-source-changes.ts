import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { Age } from '../age';

type Version = { model: string; documentId: string | undefined; locale: string | undefined };

/** Returns the age of a stale translation; null if it is current or unknown. */
export const useAge = (
  { model, documentId, locale }: Version,
  updatedAt: string | undefined,
): { age: Age | null; confirm: () => Promise<void> } => {
  const { get, post } = useFetchClient();
  const [age, setAge] = useState<Age | null>(null);
  const address = `/translation-age/${model}/${documentId ?? ''}`;
  const isKnown =
    model.startsWith('api::') &&
    documentId !== undefined &&
    locale !== undefined &&
    updatedAt !== undefined;

  useEffect(() => {
    let isGone = false;
    setAge(null);
    if (!isKnown) return undefined;
    get<{ data: Age | null }>(address, { params: { locale } }).then(
      ({ data }) => {
        if (!isGone) setAge(data.data);
      },
      // The form works without this data.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [get, isKnown, address, locale, updatedAt]);

  return {
    age,
    confirm: async (): Promise<void> => {
      await post(address, { locale });
      setAge(null);
    },
  };
};
