import { useLocation, useNavigate } from 'react-router-dom';
import { useCallback, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '#platform/admin/error-notice';
import { useLoaded } from '#platform/admin/use-loaded';
import {
  delimiters,
  type Source,
  activeStates,
  type Item,
  type ListedRun,
  type Outcome,
  type Run,
  type ImportMode,
  type ReadOptions,
  type SheetFormat,
  type SheetLayout,
} from '../runs';
import { useTexts } from './texts';
import { runAddress } from './links';

const API_PATH = '/import-export';

const EVERY_MS = 1_000;
/** The longest pause between two polls while the server does not answer. */
const LONGEST_MS = 30_000;

/** Returns whether the server has answered with a refusal, which another poll would repeat. */
const isRefusal = (error: unknown): boolean => {
  const { status } = error as { status?: number };
  return status !== undefined && status >= 400 && status < 500;
};

/** Returns the user's imports and exports, newest first. */
export const useRuns = (): readonly ListedRun[] | undefined =>
  useLoaded<readonly ListedRun[]>(`${API_PATH}/runs`).data;

/** Returns a function that names an import or export. */
export const useRunName = (): ((run: Pick<ListedRun, 'kind' | 'type' | 'file'>) => string) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  return ({ kind, type, file }) =>
    text(`import-export.run.${kind}`, {
      type: formatMessage({ id: type, defaultMessage: type }),
      file,
    });
};

/** Action of a user on a run. */
export type RunAction = 'start' | 'cancel' | 'answers' | 'columns' | 'decisions' | 'undo';

/**
 * Returns an import or export, and polls it while it is active. The pauses grow while the server
 * does not answer.
 */
export const useRun = (id: string) => {
  const { get, post } = useFetchClient();
  const noticeError = useErrorNotice();
  const address = `${API_PATH}/runs/${id}`;
  const { data: run, setData, reload } = useLoaded<Run>(address);
  /** Number of polls since the server's last answer. */
  const [unanswered, setUnanswered] = useState(0);
  const isActive = run !== undefined && activeStates.includes(run.state);
  useEffect(() => {
    if (!isActive) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const pollRun = async (): Promise<void> => {
      try {
        const { data } = await get<{ data: Run }>(address, { signal });
        if (signal.aborted) return;
        setUnanswered(0);
        setData(data.data);
      } catch (error) {
        if (signal.aborted) return;
        if (isRefusal(error)) noticeError(error);
        else setUnanswered((count) => count + 1);
      }
    };
    const pause = Math.min(EVERY_MS * 2 ** unanswered, LONGEST_MS);
    const timer = setTimeout(() => void pollRun(), pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
    // A new answer with the same state starts the next pause.
  }, [run, isActive, unanswered, address, get, setData, noticeError]);
  const postAction = (action: RunAction, body: object = {}): Promise<void> =>
    post<{ data: Run }>(`${address}/${action}`, body).then(({ data }) => {
      setUnanswered(0);
      setData(data.data);
      return reload();
    }, noticeError);
  return { run, isUnanswered: isActive && unanswered > 0, act: postAction };
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
      const { data } = await get<{ data: Item[] }>(`${API_PATH}/runs/${id}/items`, { params });
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

/** Returns functions that start imports and exports and open the run's page. */
export const useStartRun = () => {
  const { post } = useFetchClient();
  const navigate = useNavigate();
  const noticeError = useErrorNotice();
  const [isBusy, setIsBusy] = useState(false);
  const begin = async (address: string, body: object, file?: File): Promise<void> => {
    setIsBusy(true);
    try {
      const { data } = await post<{ data: Run }>(`/import-export/${address}`, body);
      // The file is passed on, so that users can read it in another way without choosing it again.
      navigate(runAddress(data.data.id), { state: { file } });
    } catch (error) {
      noticeError(error);
    } finally {
      setIsBusy(false);
    }
  };
  return {
    isBusy,
    /** @param list the list's query for the server; empty: all entries */
    beginExport: (
      options: { uid: string; layout: SheetLayout; format: SheetFormat },
      list: string,
    ) => begin(list === '' ? 'exports' : `exports?${list}`, options),
    /** @param reading how to read the file; missing values are detected */
    beginImport: (
      uid: string,
      mode: ImportMode,
      file: File,
      reading: Partial<ReadOptions> = {},
    ) => {
      const form = new FormData();
      form.append('uid', uid);
      form.append('mode', mode);
      for (const [name, value] of Object.entries(reading)) form.append(name, value ?? '');
      form.append('file', file);
      return begin('imports', form, file);
    },
  };
};

/** Returns the file of an import if this page has it, and a function that checks it again. */
export const useReadAgain = ({ uid, mode }: Run) => {
  const { state } = useLocation() as { state: { file?: File } | null };
  const { isBusy, beginImport } = useStartRun();
  const file = state?.file;
  const readAgain = (source: Pick<Source, 'encoding' | 'delimiter' | 'sheet'> | null): void => {
    if (file === undefined) return;
    const { encoding = null, sheet = null } = source ?? {};
    const delimiter = delimiters.find((item) => item === source?.delimiter) ?? null;
    void beginImport(uid, mode, file, { encoding, delimiter, sheet });
  };
  return { file, isBusy, readAgain };
};
