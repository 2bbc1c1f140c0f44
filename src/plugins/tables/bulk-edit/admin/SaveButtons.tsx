import { useState } from 'react';
import { Button, Dialog, Flex, Typography } from '@strapi/design-system';
import { useRBAC, useAPIErrorHandler, useFetchClient } from '@strapi/strapi/admin';
import type { PlannedRow, Change } from '../edit';
import { useTexts } from './texts';

export type Outcome =
  { kind: 'saved' | 'published' | 'undone' } | { kind: 'failed'; reason: string };

type SavedChange = { row: string; documentId: string; change: Change; version: string; mode: Mode };

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
  const [done, setDone] = useState<readonly SavedChange[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const [round, setRound] = useState(0);

  const setOutcome = (row: string, outcome: Outcome): void =>
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
      setOutcome(row, { kind: 'failed', reason: formatAPIError(error as FetchError) });
    }
  };

  const whileBusy = async (work: () => Promise<void>): Promise<void> => {
    setIsBusy(true);
    try {
      await work();
    } finally {
      setIsBusy(false);
      setRound((before) => before + 1);
    }
  };

  const undoChange = async (
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

  const saveRow = async (
    { key, documentId, changes }: PlannedRow,
    mode: Mode,
  ): Promise<SavedChange[]> => {
    const finished: SavedChange[] = [];
    await attempt(key, async () => {
      for (const change of changes) {
        if (documentId === null) continue;
        const body = { ...change.data, baseVersion: change.version };
        const version = await write(documentId, change, body, mode);
        finished.push({ row: key, documentId, change, version, mode });
      }
      setOutcome(key, { kind: mode === 'save' ? 'saved' : 'published' });
    });
    return finished;
  };

  return {
    outcomes,
    isBusy,
    /** Increases with every save. */
    round,
    canUndo: done.length > 0,

    save: (planned: readonly PlannedRow[], mode: Mode): Promise<void> =>
      whileBusy(async () => {
        const finished: SavedChange[] = [];
        for (const row of planned) finished.push(...(await saveRow(row, mode)));
        setDone(finished);
      }),

    /**
     * Undoes the last save for entries that nobody has changed since. Published values are
     * published again.
     */
    undo: (): Promise<void> =>
      whileBusy(async () => {
        for (const { row, documentId, change, version, mode } of done) {
          await attempt(row, async () => {
            await undoChange(documentId, change, version, mode);
            setOutcome(row, { kind: 'undone' });
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

export const OutcomeText = ({ outcome }: { outcome: Outcome | undefined }) => {
  const text = useTexts();
  if (outcome === undefined) return null;
  return outcome.kind === 'failed' ? (
    <Typography variant="pi" textColor="danger700" data-outcome="failed">
      {text('bulk-edit.failed', { reason: outcome.reason })}
    </Typography>
  ) : (
    <Typography variant="pi" textColor="success700" data-outcome={outcome.kind}>
      {text(`bulk-edit.${outcome.kind}`)}
    </Typography>
  );
};

const PUBLISH = 'plugin::content-manager.explorer.publish';

/** Counts entries; an entry may have a row for each locale. */
const countEntries = (rows: readonly PlannedRow[]): number =>
  new Set(rows.map(({ documentId, key }) => documentId ?? key)).size;

const isChanged = ({ changes }: PlannedRow): boolean => changes.length > 0;

const hasErrors = ({ error, cells }: PlannedRow): boolean =>
  error !== null || cells.some((cell) => cell.error !== null);

/** Counts the cells that the change empties. */
const countEmptied = (rows: readonly PlannedRow[]): number =>
  rows.flatMap(({ cells }) => cells).filter(({ before, after }) => before !== '' && after === '')
    .length;

const outcomeKinds = ['saved', 'published', 'undone', 'failed'] as const;

/** Describes what was saved and what was not, what remains to change, and what has errors. */
const useSummary = (): ((
  planned: readonly PlannedRow[],
  outcomes: ReadonlyMap<string, Outcome>,
) => string) => {
  const text = useTexts();
  return (planned, outcomes) => {
    const outcomeOf = ({ key }: PlannedRow) => outcomes.get(key)?.kind;
    const wrong = planned.filter(hasErrors);
    const others = planned.filter((row) => !hasErrors(row));
    const counts = [
      ...outcomeKinds.map(
        (kind) => [kind, others.filter((row) => outcomeOf(row) === kind)] as const,
      ),
      ['changed', others.filter((row) => isChanged(row) && outcomeOf(row) !== 'failed')] as const,
      ['wrong', wrong] as const,
    ];
    const parts = counts
      .map(([part, rows]) => [part, countEntries(rows)] as const)
      .filter(([, count]) => count > 0)
      .map(([part, count]) => text(`bulk-edit.count.${part}`, { count }));
    return `${parts.length === 0 ? text('bulk-edit.count.none') : parts.join('; ')}.`;
  };
};

/** Shows the number of changes, with buttons that save and undo them. */
export const SaveButtons = ({
  model,
  planned,
  isCurrent = true,
  isPasted = false,
  saving,
}: {
  model: string;
  planned: readonly PlannedRow[];
  /** Whether the plan includes the latest input. Saving waits for it. */
  isCurrent?: boolean;
  /** Whether rows were pasted. Emptying cells then needs a confirmation. */
  isPasted?: boolean;
  saving: Saving;
}) => {
  const text = useTexts();
  const { allowedActions } = useRBAC([{ action: PUBLISH, subject: model }]);
  const summarize = useSummary();
  const changedRows = planned.filter(isChanged);
  const emptied = countEmptied(changedRows);
  const [pendingMode, setPendingMode] = useState<Mode | null>(null);
  const save = (mode: Mode): void => {
    if (isPasted && emptied > 0) setPendingMode(mode);
    else void saving.save(changedRows, mode);
  };
  return (
    <Flex gap={4} wrap="wrap" justifyContent="space-between">
      <Typography role="status" data-counts>
        {summarize(planned, saving.outcomes)}
        {emptied > 0 && ` ${text('bulk-edit.emptied', { count: emptied })}`}
      </Typography>
      <Flex gap={2}>
        {saving.canUndo && (
          <Button variant="tertiary" loading={saving.isBusy} onClick={() => void saving.undo()}>
            {text('bulk-edit.undo')}
          </Button>
        )}
        <Button
          variant="secondary"
          disabled={!isCurrent || changedRows.length === 0}
          loading={saving.isBusy}
          onClick={() => save('save')}
        >
          {text('bulk-edit.save')}
        </Button>
        {allowedActions.canPublish === true && (
          <Button
            disabled={!isCurrent || changedRows.length === 0}
            loading={saving.isBusy}
            onClick={() => save('publish')}
          >
            {text('bulk-edit.publish')}
          </Button>
        )}
      </Flex>
      <Dialog.Root
        open={pendingMode !== null}
        onOpenChange={(isOpen) => !isOpen && setPendingMode(null)}
      >
        <Dialog.Content>
          <Dialog.Header>{text('bulk-edit.emptied.title')}</Dialog.Header>
          <Dialog.Body>
            <Typography textAlign="center">
              {text('bulk-edit.emptied.confirm', { count: emptied })}
            </Typography>
          </Dialog.Body>
          <Dialog.Footer>
            <Dialog.Cancel>
              <Button variant="tertiary" fullWidth>
                {text('bulk-edit.emptied.cancel')}
              </Button>
            </Dialog.Cancel>
            <Dialog.Action>
              <Button
                variant="danger-light"
                fullWidth
                onClick={() => pendingMode !== null && void saving.save(changedRows, pendingMode)}
              >
                {text('bulk-edit.emptied.save')}
              </Button>
            </Dialog.Action>
          </Dialog.Footer>
        </Dialog.Content>
      </Dialog.Root>
    </Flex>
  );
};
