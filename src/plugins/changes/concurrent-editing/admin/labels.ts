import type { Layout, Text } from '../../../../feature/layout';
import { isInForm } from '../in-form';

let known: readonly Layout[] = [];

/** Takes the names of fields from the forms' layouts. */
export const learnLabels = (layouts: readonly Layout[]): void => {
  known = layouts;
};

/** Whether people find a field in the form. */
export const isShown = (model: string, field: string): boolean => isInForm(known, model, field);

/** What a field is called in the form. */
export const labelOf = (model: string, field: string): string => {
  const layout = known.find(({ uid }) => uid === model);
  const language: keyof Text = document.documentElement.lang === 'es' ? 'es' : 'en';
  const found = layout?.rows.find((row) => field in row)?.[field];
  return found?.label[language] ?? field;
};
