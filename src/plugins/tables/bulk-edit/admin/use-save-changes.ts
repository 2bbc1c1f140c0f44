import { useState } from 'react';
import { useAPIErrorHandler, useFetchClient } from '@strapi/strapi/admin';
import type { Change, Planned } from '../edit';

export type Outcome =
  { kind: 'saved' | 'published' | 'undone' } | { kind: 'failed'; reason: string };

/** Saved change with the data of its undo. */
type Done = { row: string; documentId: string; change: Change; version: string; mode: Mode };

type Mode = 'save' | 'publish';

type Entry = { data: { updatedAt: string } };

type FetchError = Parameters<ReturnType<typeof useAPIErrorHandler>['formatAPIError']>[0];

const LIST = '/content-manager/collection-types';

/**
 * Saves changes one by one, with the permissions, checks, history and errors of a form. A failed
 * change does not stop the others.
 */
export const useSaveChanges = (model: string) => {
  const { put, post } = useFetchClient();
  const { formatAPIError } = useAPIErrorHandler();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [done, setDone] = useState<readonly Done[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const [round, setRound] = useState(0);

  const tell = (row: string, outcome: Outcome): void =>
    setOutcomes((before) => new Map(before).set(row, outcome));

  const write = async (
    documentId: string,
    { locale }: Pick<Change, 'locale'>,
    body: object,
    mode: Mode,
  ): Promise<string> => {
    const config = { params: locale === null ? {} : { locale } };
    const address = `${LIST}/${model}/${documentId}`;
    const { data } =
      mode === 'save'
        ? await put<Entry>(address, body, config)
        : await post<Entry>(`${address}/actions/publish`, body, config);
    return data.data.updatedAt;
  };

  const attempt = async (row: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      tell(row, { kind: 'failed', reason: formatAPIError(error as FetchError) });
    }
  };

  const busily = async (work: () => Promise<void>): Promise<void> => {
    setIsBusy(true);
    try {
      await work();
    } finally {
      setIsBusy(false);
      setRound((before) => before + 1);
    }
  };

  const takeBack = async (
    documentId: string,
    change: Change,
    version: string,
    mode: Mode,
  ): Promise<void> => {
    const { locale, undo, seen } = change;
    let baseVersion = version;
    if (mode === 'publish' && seen !== null) {
      baseVersion = await write(documentId, change, { ...seen, baseVersion }, 'publish');
      // A draft that differed from the published version before the change is restored below.
      if (JSON.stringify(seen) === JSON.stringify(undo)) return;
    }
    await write(documentId, change, { ...undo, baseVersion }, 'save');
    if (mode === 'publish' && seen === null) {
      const config = { params: locale === null ? {} : { locale } };
      await post(`${LIST}/${model}/${documentId}/actions/unpublish`, {}, config);
    }
  };

  const saveRow = async ({ key, documentId, changes }: Planned, mode: Mode): Promise<Done[]> => {
    const made: Done[] = [];
    await attempt(key, async () => {
      for (const change of changes) {
        if (documentId === null) continue;
        const body = { ...change.data, baseVersion: change.version };
        const version = await write(documentId, change, body, mode);
        made.push({ row: key, documentId, change, version, mode });
      }
      tell(key, { kind: mode === 'save' ? 'saved' : 'published' });
    });
    return made;
  };

  return {
    outcomes,
    isBusy,
    /** Increases with every save. */
    round,
    canUndo: done.length > 0,

    save: (planned: readonly Planned[], mode: Mode): Promise<void> =>
      busily(async () => {
        const made: Done[] = [];
        for (const row of planned) made.push(...(await saveRow(row, mode)));
        setDone(made);
      }),

    /**
     * Undoes the last save for entries that nobody has changed since. Published values are
     * published again.
     */
    undo: (): Promise<void> =>
      busily(async () => {
        for (const { row, documentId, change, version, mode } of done) {
          await attempt(row, async () => {
            await takeBack(documentId, change, version, mode);
            tell(row, { kind: 'undone' });
          });
        }
        setDone([]);
      }),

    forget: (): void => {
      setOutcomes(new Map());
      setDone([]);
    },
  };
};

export type Saving = ReturnType<typeof useSaveChanges>;
