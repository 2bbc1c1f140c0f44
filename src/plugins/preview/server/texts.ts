import MarkdownIt from 'markdown-it';
import { createElement as h, type ReactNode } from 'react';
import { isObject, isScalar, isText, titleFields, visible, type Value } from './values';
import type { Words } from './words';

/** Editors write Markdown; HTML in it is shown, never interpreted. */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });

export const prose = (text: string): ReactNode =>
  h('div', { className: 'prose', dangerouslySetInnerHTML: { __html: markdown.render(text) } });

/** The label that a product or channel wears. */
export const badge = (value: unknown): ReactNode => {
  const text = isObject(value) ? value.greenTag : undefined;
  return typeof text === 'string' ? h('span', { className: 'badge' }, text) : null;
};

/** Addresses and code, which a narrow column would break to pieces. */
const isWide = (text: string): boolean => /\S{28}/.test(text);

/** The short fields of a document as pairs of name and value. */
export const facts = (words: Words, value: Value): ReactNode => {
  const rows = visible(value).filter(
    ([key, item]) => isScalar(item) && !isText(key, item) && !titleFields.includes(key),
  );
  if (rows.length === 0) return null;
  return h(
    'dl',
    null,
    rows.map(([key, item]) => {
      const text = words.value(key, item);
      return h(
        'div',
        { key, className: isWide(text) ? 'wide' : undefined },
        h('dt', null, words.field(key)),
        h('dd', null, text),
      );
    }),
  );
};

/** The long fields of a part of a document, named where there are several. */
export const texts = (words: Words, value: Value): ReactNode => {
  const found = visible(value).filter((entry): entry is [string, string] => isText(...entry));
  return found.map(([key, text]) =>
    h('div', { key }, found.length > 1 ? h('h4', null, words.field(key)) : null, prose(text)),
  );
};
