import { htmlToText } from 'html-to-text';
import MarkdownIt from 'markdown-it';

/** As much as search engines show of a description, and to spare. */
const LONGEST = 500;

const markdown = new MarkdownIt({ html: false });

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const cut = (text: string): string => {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, text.lastIndexOf(' ', LONGEST - 1))}…`;
};

/** Markdown as one line of plain text, shortened at a word. */
export const plainText = (source: string): string =>
  cut(
    oneLine(
      htmlToText(markdown.render(source), {
        wordwrap: false,
        selectors: [
          { selector: 'a', options: { ignoreHref: true } },
          { selector: 'img', format: 'skip' },
          ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
            selector,
            options: { uppercase: false },
          })),
        ],
      }),
    ),
  );

/** The first of some texts that says something. */
export const firstText = (...texts: readonly (string | null | undefined)[]): string | undefined =>
  texts.find((text) => text !== null && text !== undefined && text.trim() !== '') ?? undefined;
