import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../feature/admin/error-notice';
import type { UnnamedProducts } from '../../../../feature/unnamed-products';

/** Requests a page of the payment products without an entry. */
export const usePaymentProducts = (page: number): UnnamedProducts | undefined => {
  const { get } = useFetchClient();
  const noticeError = useErrorNotice();
  const [found, setFound] = useState<UnnamedProducts>();

  useEffect(() => {
    get<{ data: UnnamedProducts }>('/catalogue-health/payment-products', { params: { page } }).then(
      ({ data }) => setFound(data.data),
      noticeError,
    );
  }, [get, noticeError, page]);

  return found;
};
