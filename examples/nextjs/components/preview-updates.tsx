'use client';

import { createClient } from 'education-cms-client';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** The address of the service, and the token of the draft. */
type Props = { baseUrl: string; previewToken?: string };

/**
 * Renders the page again after each save, and keeps its scroll position. The panel posts a message
 * to its frame; a page in a tab watches the draft while it is visible, because browsers open only
 * six connections to a server without HTTP/2.
 */
export const PreviewUpdates = ({ baseUrl, previewToken }: Props) => {
  const router = useRouter();
  useEffect(() => {
    const update = ({ data, source }: MessageEvent<{ type?: string } | null>) => {
      if (source === window.parent && data?.type === 'strapiUpdate') router.refresh();
    };
    window.addEventListener('message', update);
    return () => window.removeEventListener('message', update);
  }, [router]);
  useEffect(() => {
    if (previewToken === undefined || window.parent !== window) return;
    let watching: AbortController | undefined;
    const watch = () => {
      watching?.abort();
      watching = new AbortController();
      if (document.hidden) return;
      const { signal } = watching;
      const onChange = () => router.refresh();
      void createClient({ baseUrl }).watchDraft({ previewToken, onChange, signal });
    };
    watch();
    document.addEventListener('visibilitychange', watch);
    return () => {
      document.removeEventListener('visibilitychange', watch);
      watching?.abort();
    };
  }, [router, baseUrl, previewToken]);
  return null;
};
