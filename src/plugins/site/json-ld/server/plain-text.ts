import { htmlToText } from 'html-to-text';
import MarkdownIt from 'markdown-it';

/** Maximum length of a description, more than search engines show. */
const LONGEST = 500;

/** Characters of the source that are converted. Converting a long text whole takes seconds. */
const CONVERTED = 4_000;

const markdown = new MarkdownIt({ html: false });

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const cut = (text: string): string => {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, text.lastIndexOf(' ', LONGEST - 1))}…`;
};

/** Converts the beginning of a Markdown text to one line of plain text, cut between words. */
export const plainText = (source: string): string =>
  cut(
    oneLine(
      htmlToText(markdown.render(source.slice(0, CONVERTED)), {
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

/** Returns the first text that is not blank. */
export const firstText = (...texts: readonly (string | null | undefined)[]): string | undefined =>
  texts.find((text) => text !== null && text !== undefined && text.trim() !== '') ?? undefined;
