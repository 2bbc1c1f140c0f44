'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** Renders the page again after each save in the panel, which shows it in a frame. */
export const PreviewUpdates = () => {
  const router = useRouter();
  useEffect(() => {
    const update = ({ data, source }: MessageEvent<{ type?: string } | null>) => {
      if (source === window.parent && data?.type === 'strapiUpdate') router.refresh();
    };
    window.addEventListener('message', update);
    return () => window.removeEventListener('message', update);
  }, [router]);
  return null;
};
