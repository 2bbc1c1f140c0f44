import { useCallback, useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { activeStates, type Item, type ListedRun, type Outcome, type Run } from '../runs';

const AT = '/import-export';

const EVERY_MS = 1_000;

/** Returns the user's imports and exports, newest first. */
export const useRuns = (): readonly ListedRun[] | undefined => {
  const { get } = useFetchClient();
  const noticeError = useErrorNotice();
  const [runs, setRuns] = useState<readonly ListedRun[]>();
  useEffect(() => {
    get<{ data: ListedRun[] }>(`${AT}/runs`).then(({ data }) => setRuns(data.data), noticeError);
  }, [get, noticeError]);
  return runs;
};

/** Action of a user on a run. */
export type RunAction = 'start' | 'cancel' | 'answers' | 'columns' | 'decisions' | 'undo';

/** Returns an import or export, and polls it while it is active. */
export const useRun = (id: string) => {
  const { get, post } = useFetchClient();
  const noticeError = useErrorNotice();
  const [run, setRun] = useState<Run>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const controller = new AbortController();
    get<{ data: Run }>(`${AT}/runs/${id}`, { signal: controller.signal }).then(({ data }) => {
      setRun(data.data);
      if (!activeStates.includes(data.data.state)) return;
      timer = setTimeout(() => setRound((before) => before + 1), EVERY_MS);
    }, noticeError);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [get, noticeError, id, round]);
  const act = (action: RunAction, body: object = {}): Promise<void> =>
    post<{ data: Run }>(`${AT}/runs/${id}/${action}`, body).then(({ data }) => {
      setRun(data.data);
      setRound((before) => before + 1);
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
