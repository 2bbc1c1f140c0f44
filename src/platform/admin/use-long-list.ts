import { useCallback, useEffect, useRef, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from './error-notice';

type Options<Page, Item> = {
  /** Returns the items of a page. Define it outside of the component. */
  itemsOf: (page: Page) => readonly Item[];
  /** Parameter that receives the `next` of the previous page. */
  cursor: 'after' | 'before';
  params: object;
};

/**
 * Loads a list page by page, and begins again when the parameters change. Late responses to former
 * requests are ignored.
 */
export const useLongList = <Page extends { next: string | null }, Item>(
  address: string,
  { itemsOf, cursor, params }: Options<Page, Item>,
) => {
  const { get } = useFetchClient();
  const noticeError = useErrorNotice();
  const [loaded, setLoaded] = useState<{ of: string; page: Page; items: readonly Item[] }>();
  const [isBusy, setIsBusy] = useState(true);
  const request = JSON.stringify({ address, params });

  /** Increases with every request, so that stale responses are ignored. */
  const turn = useRef(0);

  /** Loads pages until one has items. An empty page would look like the end of the list. */
  const load = useCallback(
    async (from: string | null): Promise<void> => {
      turn.current += 1;
      const ownTurn = turn.current;
      const currentRequest = JSON.parse(request) as { address: string; params: object };
      setIsBusy(true);
      try {
        let position = from;
        do {
          const { data } = await get<{ data: Page }>(currentRequest.address, {
            params: { ...currentRequest.params, ...(position !== null && { [cursor]: position }) },
          });
          if (ownTurn !== turn.current) return;
          const page = data.data;
          const loadedItems = itemsOf(page);
          const isFirst = position === null;
          setLoaded((before) => ({
            of: request,
            page,
            items: isFirst ? loadedItems : [...(before?.items ?? []), ...loadedItems],
          }));
          position = loadedItems.length === 0 ? page.next : null;
        } while (position !== null);
      } catch (error) {
        if (ownTurn === turn.current) noticeError(error);
      } finally {
        if (ownTurn === turn.current) setIsBusy(false);
      }
    },
    [get, noticeError, request, itemsOf, cursor],
  );

  const reload = useCallback(() => load(null), [load]);

  useEffect(() => {
    void reload();
    return () => {
      turn.current += 1;
    };
  }, [reload]);

  const isCurrent = loaded?.of === request;
  const next = isCurrent ? loaded.page.next : null;
  return {
    items: loaded?.items,
    /** The latest page. */
    page: loaded?.page,
    /** Whether the items answer the current request. */
    isCurrent,
    isBusy,
    reload,
    /** Loads the next page; null at the end of the list, and while another list loads. */
    loadMore: next === null ? null : () => void load(next),
  };
};
