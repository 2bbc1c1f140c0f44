import { useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import type { BrokenAddress, Replaced } from '../broken-links';
import { useTexts } from './texts';

const AT = '/broken-links';

/** Requests the broken addresses, and provides a function that replaces one. */
export const useBrokenLinks = () => {
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const noticeError = useErrorNotice();
  const text = useTexts();
  const { data: found, reload } = useLoaded<readonly BrokenAddress[]>(`${AT}/addresses`);

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
      await reload();
    } catch (error) {
      noticeError(error);
    }
  };

  return { found, replace };
};
