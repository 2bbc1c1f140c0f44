import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';

/** Price of a payment product. */
export type ListedPrice = {
  amount: number;
  currency: string;
  interval: string | null;
  intervalCount: number | null;
  instalments: number | 'unclear' | null;
};

/** Product that a payment account sells. */
export type ListedProduct = {
  account: string;
  payID: string;
  name: string | null;
  prices: readonly ListedPrice[];
  link: string | null;
  usedBy: readonly string[];
  isUsed: boolean;
};

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
const TYPING = 250;

/** Requests products of the payment accounts; undefined while they load or are not needed. */
export const useProducts = ({
  model,
  documentId,
  account,
  search = '',
  payID,
  isWanted,
  version = 0,
}: Search): readonly ListedProduct[] | 'failed' | undefined => {
  const { get } = useFetchClient();
  const [found, setFound] = useState<readonly ListedProduct[] | 'failed'>();
  useEffect(() => {
    if (!isWanted) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const params = {
      search,
      ...(account !== '' && { account }),
      ...(payID !== undefined && { payID }),
      ...(documentId !== undefined && { documentId }),
    };
    const waiting = setTimeout(
      () => {
        get<{ data: { products: ListedProduct[] } }>(`/prices/products/${model}`, {
          params,
          signal,
        }).then(
          ({ data }) => {
            if (!signal.aborted) setFound(data.data.products);
          },
          () => {
            if (!signal.aborted) setFound('failed');
          },
        );
      },
      search === '' ? 0 : TYPING,
    );
    return () => {
      clearTimeout(waiting);
      controller.abort();
    };
  }, [get, model, documentId, account, search, payID, isWanted, version]);
  return found;
};
