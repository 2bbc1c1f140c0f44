import { useLoaded } from '../../../../platform/admin/use-loaded';

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
      delay: search === '' ? 0 : TYPING,
    },
  );
  if (isFailed) return 'failed';
  return isCurrent || payID !== undefined ? data?.products : undefined;
};
