import { useCallback, useEffect, useState } from 'react';
import { useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import type { BrokenAddress, Replaced } from '../broken-links';
import { useTexts } from './texts';

const AT = '/broken-links';

/** Requests the broken addresses, and provides a function that replaces one. */
export const useBrokenLinks = () => {
  const { get, post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const noticeError = useErrorNotice();
  const text = useTexts();
  const [found, setFound] = useState<readonly BrokenAddress[]>();

  const load = useCallback(
    () => get<{ data: BrokenAddress[] }>(`${AT}/addresses`).then(({ data }) => setFound(data.data)),
    [get],
  );

  useEffect(() => {
    load().catch(noticeError);
  }, [load, noticeError]);

  const replace = async (from: string, to: string): Promise<void> => {
    try {
      const { data } = await post<{ data: Replaced }>(`${AT}/replace`, { from, to });
      const { changed, refused } = data.data;
      const [first] = refused;
      toggleNotification({
        type: first === undefined ? 'success' : 'warning',
        message:
          text('broken-links.changed', { count: changed }) +
          (first === undefined ? '' : ` ${first.title}: ${first.reason}`),
      });
      await load();
    } catch (error) {
      noticeError(error);
    }
  };

  return { found, replace };
};
