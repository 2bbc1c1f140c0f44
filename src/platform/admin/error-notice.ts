import { useCallback } from 'react';
import { useAPIErrorHandler, useNotification } from '@strapi/strapi/admin';

type FetchError = Parameters<ReturnType<typeof useAPIErrorHandler>['formatAPIError']>[0];

/**
 * Returns a function that shows why a request failed, with the server's message if there is one.
 */
export const useErrorNotice = (): ((error: unknown) => void) => {
  const { toggleNotification } = useNotification();
  const { formatAPIError } = useAPIErrorHandler();
  return useCallback(
    (error) => {
      // The user has left the page before the response arrived.
      if (error instanceof Error && error.name === 'AbortError') return;
      // The formatter reads only the message of errors of other types.
      toggleNotification({ type: 'danger', message: formatAPIError(error as FetchError) });
    },
    [toggleNotification, formatAPIError],
  );
};
