import { useCallback, useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import { activeStates, type Item, type ListedRun, type Outcome, type Run } from '../runs';

const AT = '/import-export';

const EVERY_MS = 1_000;

/** Returns the user's imports and exports, newest first. */
export const useRuns = (): readonly ListedRun[] | undefined =>
  useLoaded<readonly ListedRun[]>(`${AT}/runs`).data;

/** Action of a user on a run. */
export type RunAction = 'start' | 'cancel' | 'answers' | 'columns' | 'decisions' | 'undo';

/** Returns an import or export, and polls it while it is active. */
export const useRun = (id: string) => {
  const { post } = useFetchClient();
  const noticeError = useErrorNotice();
  const { data: run, setData, reload } = useLoaded<Run>(`${AT}/runs/${id}`);
  useEffect(() => {
    if (run === undefined || !activeStates.includes(run.state)) return undefined;
    const timer = setTimeout(() => void reload(), EVERY_MS);
    return () => clearTimeout(timer);
  }, [run, reload]);
  const act = (action: RunAction, body: object = {}): Promise<void> =>
    post<{ data: Run }>(`${AT}/runs/${id}/${action}`, body).then(({ data }) => {
      setData(data.data);
      return reload();
    }, noticeError);
  return { run, act };
};

/** Entries that a page shows: those with an outcome or an undo result, or all. */
export type ShownItems = Outcome | 'undone' | 'stayed' | null;

/** Returns the entries of an import with their outcomes, page by page. */
export const useItems = (id: string, shown: ShownItems, state: Run['state'] | undefined) => {
  const { get } = useFetchClient();
  const noticeError = useErrorNotice();
  const [items, setItems] = useState<readonly Item[]>([]);
  const [isAll, setIsAll] = useState(true);
  const PAGE = 50;
  const load = useCallback(
    async (last: number | undefined): Promise<readonly Item[]> => {
      const after = last === undefined ? {} : { after: last };
      const params =
        shown === 'undone' || shown === 'stayed'
          ? { ...after, isUndone: shown === 'undone' }
          : { ...after, ...(shown !== null && { outcome: shown }) };
      const { data } = await get<{ data: Item[] }>(`${AT}/runs/${id}/items`, { params });
      setIsAll(data.data.length < PAGE);
      return data.data;
    },
    [get, id, shown],
  );
  useEffect(() => {
    if (state === undefined || activeStates.includes(state)) return;
    load(undefined).then(setItems, noticeError);
  }, [load, noticeError, state]);
  return {
    items,
    isAll,
    more: (): Promise<void> =>
      load(items.at(-1)?.number).then(
        (further) => setItems((before) => [...before, ...further]),
        noticeError,
      ),
  };
};
