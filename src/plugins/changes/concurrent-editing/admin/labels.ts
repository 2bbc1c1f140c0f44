import type { Layout, Text } from '../../../../feature/layout';
import { isInForm } from '../in-form';

let known: readonly Layout[] = [];

/** Stores the form layouts, which hold the labels of fields. */
export const learnLabels = (layouts: readonly Layout[]): void => {
  known = layouts;
};

/** Returns whether the form shows a field. */
export const isShown = (model: string, field: string): boolean => isInForm(known, model, field);

/** Returns the label of a field, also of one that the form hides. */
export const labelOf = (model: string, field: string): string => {
  const layout = known.find(({ uid }) => uid === model);
  const language: keyof Text = document.documentElement.lang === 'es' ? 'es' : 'en';
  const found = layout?.rows.find((row) => field in row)?.[field];
  return found?.label[language] ?? layout?.hidden?.[field]?.[language] ?? field;
};
