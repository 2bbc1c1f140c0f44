import { useCallback } from 'react';
import { useAPIErrorHandler, useNotification } from '@strapi/strapi/admin';

type FetchError = Parameters<ReturnType<typeof useAPIErrorHandler>['formatAPIError']>[0];

/** Gives a function that says why a request has failed, in the server's words where it said any. */
export const useErrorNotice = (): ((error: unknown) => void) => {
  const { toggleNotification } = useNotification();
  const { formatAPIError } = useAPIErrorHandler();
  return useCallback(
    (error) => {
      // Whoever asked has left the screen before the answer came.
      if (error instanceof Error && error.name === 'AbortError') return;
      // Whatever else it is, it has a message, which is all that is read of it then.
      toggleNotification({ type: 'danger', message: formatAPIError(error as FetchError) });
    },
    [toggleNotification, formatAPIError],
  );
};
