import { useState } from 'react';
import { useFetchClient, useRBAC } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { useLoaded } from '#platform/admin/use-loaded';
import { formatMoney } from '#catalogue/money/format-money';
import type { ListedPrice, ListedProduct } from '../provider-price';
import { isMessage, useTexts } from './texts';

type Search = {
  model: string;
  documentId: string | undefined;
  account: string;
  search?: string;
  payID?: string;
  /** Whether the products are needed. */
  isWanted: boolean;
  /** Changes when the provider's products may have changed. */
  version?: number;
};

/** Delay in milliseconds after the last keystroke. */
const SEARCH_DELAY_MS = 250;

/**
 * Requests products of the payment accounts; undefined while they load or are not needed. Products
 * of a former search are none of the current one.
 */
export const useProducts = ({
  model,
  documentId,
  account,
  search = '',
  payID,
  isWanted,
  version = 0,
}: Search): readonly ListedProduct[] | 'failed' | undefined => {
  const { data, isFailed, isCurrent } = useLoaded<{ products: readonly ListedProduct[] }>(
    isWanted ? `/prices/products/${model}` : null,
    {
      params: {
        search,
        ...(account !== '' && { account }),
        ...(payID !== undefined && { payID }),
        ...(documentId !== undefined && { documentId }),
      },
      version,
      isOptional: true,
      delay: search === '' ? 0 : SEARCH_DELAY_MS,
    },
  );
  if (isFailed) return 'failed';
  return isCurrent || payID !== undefined ? data?.products : undefined;
};

/** Returns the names of the payment accounts; undefined while they load. */
export const useAccounts = (): readonly string[] | undefined => {
  // The stored account is still shown, and the server validates it.
  const { data } = useLoaded<{ accounts: { account: string }[] }>('/prices/accounts', {
    isOptional: true,
  });
  return data?.accounts.map(({ account }) => account);
};

/** Price to create, as the server accepts it. */
type WantedPrice = {
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
const generateKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Creates prices at the provider. Repeated requests for one price have the same key. */
export const useCreation = (model: string) => {
  const { post } = useFetchClient();
  const [keys] = useState(() => new Map<string, string>());
  return async (newPrice: WantedPrice): Promise<CreatedPrice> => {
    const fingerprint = JSON.stringify(newPrice);
    const key = keys.get(fingerprint) ?? generateKey();
    keys.set(fingerprint, key);
    const { data } = await post<{ data: CreatedPrice }>(`/prices/create/${model}`, {
      ...newPrice,
      key,
    });
    return data.data;
  };
};

type PriceLine = Pick<ListedPrice, 'amount' | 'currency'> & {
  interval?: string | null | undefined;
  intervalCount?: number | null | undefined;
  instalments?: number | 'unclear' | null | undefined;
};

/** Returns a function that writes a price with its interval: `9.00 € a month, 10 times`. */
export const usePriceText = (): ((price: PriceLine) => string) => {
  const text = useTexts();
  const { locale } = useIntl();
  return ({ amount, currency, interval = null, intervalCount = null, instalments = null }) => {
    const money = formatMoney(amount, currency, locale);
    if (interval === null) return money;
    const id = `prices.every.${interval}`;
    const every = isMessage(id) ? text(id, { money, count: intervalCount ?? 1 }) : money;
    return typeof instalments === 'number'
      ? text('prices.times', { price: every, count: instalments })
      : every;
  };
};
