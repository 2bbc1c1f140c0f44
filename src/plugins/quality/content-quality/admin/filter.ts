import type { Group, ToDoList, ToDoFilter } from '../content-quality';

export type ShownFilter = ToDoFilter & { severity: Group['severity'] | null };

export const noFilter: ShownFilter = {
  vertical: null,
  locale: null,
  editor: null,
  severity: null,
};

/** Returns the query of a filter. The severity is filtered in the browser. */
export const paramsOf = ({ vertical, locale, editor }: ToDoFilter): Record<string, string> => ({
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
