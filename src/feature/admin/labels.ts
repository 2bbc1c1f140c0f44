import type { Layout, Text } from '../layout';

let known: readonly Layout[] = [];

/** Stores the layouts with the labels of forms. Call it once at the panel's start. */
export const takeLayouts = (layouts: readonly Layout[]): void => {
  known = layouts;
};

const languageNow = (): keyof Text => (document.documentElement.lang === 'es' ? 'es' : 'en');

/** Returns a field's label in the form of a type or component. */
export const labelOf = (uid: string, field: string): string => {
  const { rows = [], hidden = {} } = known.find((layout) => layout.uid === uid) ?? {};
  const label = rows.flatMap((row) => row[field]?.label ?? [])[0] ?? hidden[field];
  return label?.[languageNow()] ?? field;
};

/** Returns a field's label in any component that has it. */
export const labelAnywhere = (field: string): string => {
  const owner = known.find(({ rows }) => rows.some((row) => field in row));
  return owner === undefined ? field : labelOf(owner.uid, field);
};

/** Returns the label of a field's enumeration value, in any type or component that has it. */
export const choiceAnywhere = (field: string, value: string): string | undefined =>
  known.flatMap(({ rows }) => rows.flatMap((row) => row[field]?.choices?.[value] ?? []))[0]?.[
    languageNow()
  ];

/** Returns a component's name. */
export const nameOfComponent = (uid: string): string =>
  known.find((layout) => layout.uid === uid)?.name?.[languageNow()] ?? uid;
