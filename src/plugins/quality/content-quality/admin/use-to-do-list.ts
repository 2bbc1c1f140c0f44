import { useCallback, useEffect } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useLoaded } from '#platform/admin/use-loaded';
import {
  type Dismissal,
  type GroupKey,
  type ToDoList,
  type Group,
  type ToDoFilter,
  getRank,
} from '../content-quality';

export type ShownFilter = ToDoFilter & { severity: Group['severity'] | null };

export const noFilter: ShownFilter = {
  vertical: null,
  locale: null,
  editor: null,
  severity: null,
};

/** Returns the query of a filter. The severity is filtered in the browser. */
const buildParams = ({ vertical, locale, editor }: ToDoFilter): Record<string, string> => ({
  ...(vertical !== null && { vertical }),
  ...(locale !== null && { locale }),
  ...(editor !== null && { editor: String(editor) }),
});

/** Returns whether a filter restricts the list to some entries. */
export const isFiltered = ({ vertical, locale, editor, severity }: ShownFilter): boolean =>
  vertical !== null || locale !== null || editor !== null || severity !== null;

/** Returns the groups of a severity, without dismissed ones. */
export const openGroups = (
  { groups }: Pick<ToDoList, 'groups'>,
  severity: Group['severity'],
): Group[] => groups.filter((group) => group.severity === severity && group.dismissal === null);

/** Groups with the same finding, and their total number of entries. */
export type MergedGroup = { key: string; groups: readonly Group[]; count: number };

/** Merges groups with the same finding, sorted by rank and descending count. */
export const mergeGroups = (groups: readonly Group[]): MergedGroup[] => {
  // Types may word the same code differently.
  return [...Map.groupBy(groups, ({ code, title }) => `${code} ${title.en}`)]
    .map(([key, groupsOfTitle]) => ({
      key,
      groups: groupsOfTitle,
      count: groupsOfTitle.reduce((sum, { count }) => sum + count, 0),
      rank: getRank(groupsOfTitle[0]?.code ?? ''),
    }))
    .sort((first, other) => first.rank - other.rank || other.count - first.count);
};

/** Polling interval during a full scan. */
const PAUSE_MS = 1500;

const pickGroupKey = ({ code, uid, locale }: GroupKey): GroupKey => ({ code, uid, locale });

/**
 * Requests the to-do list: `undefined` while loading, `null` if the request failed. It polls while
 * a full scan is running.
 */
export const useToDoList = (filter: ShownFilter = noFilter) => {
  const { post, put } = useFetchClient();

  const {
    data,
    isFailed,
    reload: load,
  } = useLoaded<ToDoList>('/content-quality/to-do', {
    params: buildParams(filter),
    isOptional: true,
  });
  const toDoList = data ?? (isFailed ? null : undefined);

  const isOpen = toDoList?.isScanning === true || toDoList?.scannedAt === null;
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => void load(), PAUSE_MS);
    return () => clearInterval(timer);
  }, [isOpen, load]);

  const lookAgain = useCallback(async (): Promise<void> => {
    await post('/content-quality/look');
    await load();
  }, [post, load]);

  const dismiss = async (
    groups: readonly GroupKey[],
    dismissal: Omit<Dismissal, 'by'>,
  ): Promise<void> => {
    await put('/content-quality/dismissals', { groups: groups.map(pickGroupKey), ...dismissal });
    await load();
  };

  const restore = async (groups: readonly GroupKey[]): Promise<void> => {
    await put('/content-quality/dismissals/restore', { groups: groups.map(pickGroupKey) });
    await load();
  };

  return { toDoList, lookAgain, dismiss, restore };
};
