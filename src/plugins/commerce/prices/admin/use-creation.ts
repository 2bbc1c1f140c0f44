import { useState } from 'react';
import { useFetchClient, useRBAC } from '@strapi/strapi/admin';

/** Price to create, as the server accepts it. */
export type WantedPrice = {
  lines: readonly string[];
  account: string;
  payID: string | null;
  name: string;
  amount: number;
  currency: string;
  interval: string | null;
  intervalCount: number;
  instalments: number | null;
  replaces: string | null;
};

export type CreatedPrice = { payID: string; priceID: string; account: string };

const CREATE_PRICES = 'plugin::prices.create-prices';

/** Returns whether the user may create prices at the provider. */
export const useMayCreate = (): boolean =>
  useRBAC([{ action: CREATE_PRICES, subject: null }]).allowedActions.canCreatePrices === true;

/** Returns a key by which the server recognizes a repeated request. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Creates prices at the provider. Repeated requests for one price have the same key. */
export const useCreation = (model: string) => {
  const { post } = useFetchClient();
  const [keys] = useState(() => new Map<string, string>());
  return async (wanted: WantedPrice): Promise<CreatedPrice> => {
    const of = JSON.stringify(wanted);
    const key = keys.get(of) ?? randomKey();
    keys.set(of, key);
    const { data } = await post<{ data: CreatedPrice }>(`/prices/create/${model}`, {
      ...wanted,
      key,
    });
    return data.data;
  };
};
