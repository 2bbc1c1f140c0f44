import type MarkdownIt from 'markdown-it';
import { contrastColor } from '../../../../catalogue/contrast-color';

/**
 * Attribute that marks the paragraph of a button until the body is sanitised; authors cannot set
 * it.
 */
export const IS_BUTTON = 'data-button';

const FONT = 'Helvetica,Arial,sans-serif';

/**
 * Marks links that are alone in a paragraph as buttons, because they are what the reader should do.
 */
export const buttonsIn = (markdown: MarkdownIt): void => {
  markdown.core.ruler.push('buttons', ({ tokens }) => {
    tokens.forEach((token, at) => {
      const parts = token.children ?? [];
      const links = parts.filter(({ type }) => type === 'link_open');
      const isAlone =
        parts[0]?.type === 'link_open' && parts.at(-1)?.type === 'link_close' && links.length === 1;
      const paragraph = tokens[at - 1];
      // An address in angle brackets is meant to be read.
      if (!isAlone || links[0]?.info === 'auto' || paragraph?.type !== 'paragraph_open') return;
      if (paragraph.level === 0) paragraph.attrSet(IS_BUTTON, '');
    });
  });
};

const marked = new RegExp(
  `<p (?:style="[^"]*" )?${IS_BUTTON}(?:="")?[^>]*><a href="([^"]*)"[^>]*>(.*?)</a></p>`,
  'g',
);

/**
 * Returns the HTML of a button. Outlook on Windows ignores the padding of links, so the cell around
 * it has the colour and the padding.
 */
const button = (address: string, words: string, color: string): string =>
  '<table role="presentation" border="0" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr>' +
  `<td bgcolor="${color}" style="border-radius:8px;background-color:${color};mso-padding-alt:14px 28px">` +
  `<a href="${address}" style="display:inline-block;padding:14px 28px;font-family:${FONT};font-size:16px;` +
  `line-height:20px;font-weight:700;color:${contrastColor(color)};text-decoration:none">${words}</a></td></tr></table>`;

/** Replaces the marked paragraphs of a sanitised body by buttons. */
export const withButtons = (body: string, color: string): string =>
  body.replaceAll(marked, (_all, address: string, words: string) => button(address, words, color));
