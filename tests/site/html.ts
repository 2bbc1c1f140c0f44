import escapeHtml from 'escape-html';

/** HTML that is already escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | string | number | null | readonly Html[];

const textOf = (value: Value): string => {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return value.map(({ text }) => text).join('');
};

/** Escapes every value that is not HTML already. */
export const markup = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(textOf)));
