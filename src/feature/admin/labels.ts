import type { Layout, Text } from '../layout';

let known: readonly Layout[] = [];

/** Takes what forms call their fields; once, when the panel starts. */
export const takeLayouts = (layouts: readonly Layout[]): void => {
  known = layouts;
};

const languageNow = (): keyof Text => (document.documentElement.lang === 'es' ? 'es' : 'en');

/** What the form of a type or component calls a field. */
export const labelOf = (uid: string, field: string): string => {
  const { rows = [], hidden = {} } = known.find((layout) => layout.uid === uid) ?? {};
  const label = rows.flatMap((row) => row[field]?.label ?? [])[0] ?? hidden[field];
  return label?.[languageNow()] ?? field;
};

/** What the form calls a field within whichever component has it. */
export const labelAnywhere = (field: string): string => {
  const owner = known.find(({ rows }) => rows.some((row) => field in row));
  return owner === undefined ? field : labelOf(owner.uid, field);
};

/** What forms call a value that is chosen in a field, within whichever type or component has it. */
export const choiceAnywhere = (field: string, value: string): string | undefined =>
  known.flatMap(({ rows }) => rows.flatMap((row) => row[field]?.choices?.[value] ?? []))[0]?.[
    languageNow()
  ];

/** What editors choose a component by. */
export const nameOfComponent = (uid: string): string =>
  known.find((layout) => layout.uid === uid)?.name?.[languageNow()] ?? uid;
