import { htmlToText } from 'html-to-text';
import MarkdownIt from 'markdown-it';
import { Duration } from 'luxon';

/** Maximum length of a description, more than search engines show. */
const LONGEST = 500;

/** Characters of the source that are converted. Converting a long text whole takes seconds. */
const CONVERTED = 4_000;

const markdown = new MarkdownIt({ html: false });

const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim();

const shortenText = (text: string): string => {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, text.lastIndexOf(' ', LONGEST - 1))}…`;
};

/** Converts the beginning of a Markdown text to one line of plain text, cut between words. */
export const toPlainText = (source: string): string =>
  shortenText(
    collapseWhitespace(
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
export const findFirstText = (
  ...texts: readonly (string | null | undefined)[]
): string | undefined =>
  texts.find((text) => text !== null && text !== undefined && text.trim() !== '') ?? undefined;

/**
 * Returns the hours of work in a text as ISO 8601: `12 meses · 1.500 horas` is `PT1500H`. Undefined
 * if the text has none.
 */
export const parseWorkload = (text: string): string | undefined => {
  const [, digits] = /(\d[\d.,]*)\s*(?:horas?|hours?|h)\b/i.exec(text) ?? [];
  if (digits === undefined) return undefined;
  // A point or comma before three digits separates thousands. Otherwise it separates decimals,
  // which are dropped.
  const [whole = ''] = digits.replace(/[.,](?=\d{3}(?!\d))/g, '').split(/[.,]/);
  return Duration.fromObject({ hours: Number(whole) }).toISO();
};

/** Converts `33:20` and `1:02:05` to ISO 8601; undefined for other texts. */
export const parsePlayingTime = (text: string | null): string | undefined => {
  const [, hours, minutes, seconds] = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(text ?? '') ?? [];
  if (minutes === undefined) return undefined;
  return Duration.fromObject({
    ...(hours !== undefined && { hours: Number(hours) }),
    minutes: Number(minutes),
    seconds: Number(seconds),
  }).toISO();
};

/** Returns the integer at the start of a text: 60 of `60 créditos ECTS`. */
export const parseLeadingNumber = (text: string | null): number | undefined => {
  const [digits] = /^\d{1,6}(?![\d.,]*\d)/.exec(text?.trim() ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
};
