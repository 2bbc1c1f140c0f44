import { findLayoutField, findLayout, getLayouts, type Text } from '../layout';

const getPanelLanguage = (): keyof Text => (document.documentElement.lang === 'es' ? 'es' : 'en');

/** Returns the label of a field of a type or component, also of one that the form hides. */
export const labelOf = (uid: string, field: string): string => {
  const label = findLayoutField(uid, field)?.label ?? findLayout(uid)?.hidden?.[field];
  return label?.[getPanelLanguage()] ?? field;
};

/** Returns a field's label in any component that has it. */
export const labelAnywhere = (field: string): string => {
  const owner = getLayouts().find(({ rows }) => rows.some((row) => field in row));
  return owner === undefined ? field : labelOf(owner.uid, field);
};

/** Returns the label of a field's enumeration value, in any type or component that has it. */
export const findChoiceLabel = (field: string, value: string): string | undefined =>
  getLayouts().flatMap(({ rows }) =>
    rows.flatMap((row) => row[field]?.choices?.[value] ?? []),
  )[0]?.[getPanelLanguage()];

/** Returns the name of a type or component; undefined if it has none. */
export const nameOf = (uid: string | null, language = getPanelLanguage()): string | undefined =>
  findLayout(uid)?.name?.[language];
