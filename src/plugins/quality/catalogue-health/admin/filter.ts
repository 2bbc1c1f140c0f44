import type { Group, Health, ToDoFilter } from '../health';

export type ShownFilter = ToDoFilter & { severity: Group['severity'] | null };

export const noFilter: ShownFilter = {
  vertical: null,
  locale: null,
  isMine: false,
  severity: null,
};

/** Returns the query of a filter. The severity is filtered in the browser. */
export const paramsOf = ({ vertical, locale, isMine }: ToDoFilter): Record<string, string> => ({
  ...(vertical !== null && { vertical }),
  ...(locale !== null && { locale }),
  ...(isMine && { mine: 'true' }),
});

/** Returns whether a filter restricts the list to some entries. */
export const isFiltered = ({ vertical, locale, isMine, severity }: ShownFilter): boolean =>
  vertical !== null || locale !== null || isMine || severity !== null;

/** Returns the groups of a severity, without dismissed ones. */
export const openGroups = (
  { groups }: Pick<Health, 'groups'>,
  severity: Group['severity'],
): Group[] => groups.filter((group) => group.severity === severity && group.dismissal === null);
