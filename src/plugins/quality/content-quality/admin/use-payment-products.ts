import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import type { UnlinkedPaymentProducts } from '../../../../catalogue/money/unlinked-payment-products';

/** Requests a page of the payment products without an entry. */
export const usePaymentProducts = (page: number): UnlinkedPaymentProducts | undefined => {
  const { get } = useFetchClient();
  const noticeError = useErrorNotice();
  const [found, setFound] = useState<UnlinkedPaymentProducts>();

  useEffect(() => {
    get<{ data: UnlinkedPaymentProducts }>('/content-quality/payment-products', {
      params: { page },
    }).then(({ data }) => setFound(data.data), noticeError);
  }, [get, noticeError, page]);

  return found;
};
