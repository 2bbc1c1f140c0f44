import { htmlToText } from 'html-to-text';
import { Liquid } from 'liquidjs';
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { pickContrastColor, DEFAULT_COLOR } from '#catalogue/contrast-color';
import { inLanguage, type MailKind, type MailText, type MailValues } from '../kinds';
import { findVariableNames, VARIABLE } from './variables';

/**
 * Attribute that marks the paragraph of a button until the body is sanitised; authors cannot set
 * it.
 */
const IS_BUTTON = 'data-button';

const FONT = 'Helvetica,Arial,sans-serif';

/**
 * Marks links that are alone in a paragraph as buttons, because they are what the reader should do.
 */
const markButtons = (markdown: MarkdownIt): void => {
  markdown.core.ruler.push('buttons', ({ tokens }) => {
    tokens.forEach((token, index) => {
      const parts = token.children ?? [];
      const links = parts.filter(({ type }) => type === 'link_open');
      const isAlone =
        parts[0]?.type === 'link_open' && parts.at(-1)?.type === 'link_close' && links.length === 1;
      const paragraph = tokens[index - 1];
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
const renderButton = (address: string, words: string, color: string): string =>
  '<table role="presentation" border="0" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr>' +
  `<td bgcolor="${color}" style="border-radius:8px;background-color:${color};mso-padding-alt:14px 28px">` +
  `<a href="${address}" style="display:inline-block;padding:14px 28px;font-family:${FONT};font-size:16px;` +
  `line-height:20px;font-weight:700;color:${pickContrastColor(color)};text-decoration:none">${words}</a></td></tr></table>`;

/** Replaces the marked paragraphs of a sanitised body by buttons. */
const withButtons = (body: string, color: string): string =>
  body.replaceAll(marked, (_all, address: string, words: string) =>
    renderButton(address, words, color),
  );

const html = new Liquid({ strictVariables: true, outputEscape: 'escape' });
const plain = new Liquid({ strictVariables: true });

/** Markdown renderer that shows raw HTML as text. */
const markdown = new MarkdownIt({ html: false, breaks: true }).use(markButtons);

const style = {
  heading:
    'margin:0 0 16px;font-family:Helvetica,Arial,sans-serif;font-size:24px;line-height:32px;color:#1f2430',
  code: 'margin:24px 0;padding:16px 8px;background:#f3f4f7;border-radius:8px;text-align:center;font-family:Menlo,Consolas,monospace;font-size:18px;line-height:28px;font-weight:700;color:#1f2430',
  small:
    'margin:24px 0 8px;font-family:Helvetica,Arial,sans-serif;font-size:18px;line-height:26px;color:#1f2430',
  text: 'margin:0 0 16px;font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:26px;color:#3b4252',
  list: 'margin:0 0 16px;padding-left:24px;font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:26px;color:#3b4252',
  quote: 'margin:0 0 16px;padding:4px 0 4px 16px;border-left:4px solid #d8dce5',
  link: 'color:#1f5fbf;text-decoration:underline',
  rule: 'margin:24px 0;border:0;border-top:1px solid #e3e6ec',
  footer: 'margin:0 0 8px',
  footerLink: 'color:#1f4f9f;text-decoration:underline',
};

const withStyle = (value: string) => (tagName: string, attribs: sanitizeHtml.Attributes) => ({
  tagName,
  attribs: { ...attribs, style: value },
});

/**
 * Returns sanitised HTML with inline styles, the only ones that all mail programs apply. Sanitising
 * removes markup that values may contain.
 */
const withInlineStyles = (body: string): string =>
  sanitizeHtml(body, {
    allowedTags: [
      ...['h1', 'h2', 'h3', 'p', 'br', 'hr', 'a', 'strong', 'em', 'ul', 'ol', 'li', 'blockquote'],
    ],
    allowedAttributes: { '*': ['style'], a: ['href', 'style'], p: ['style', IS_BUTTON] },
    allowedSchemes: ['http', 'https', 'mailto'],
    transformTags: {
      h1: withStyle(style.heading),
      h2: withStyle(style.code),
      h3: withStyle(style.small),
      p: (tagName, attribs) => ({
        tagName,
        attribs: { ...(IS_BUTTON in attribs && { [IS_BUTTON]: '' }), style: style.text },
      }),
      ul: withStyle(style.list),
      ol: withStyle(style.list),
      blockquote: withStyle(style.quote),
      a: withStyle(style.link),
      hr: withStyle(style.rule),
    },
  });

export type RenderedText = { subject: string; preheader: string; body: string; text: string };

/** Braces that Markdown has encoded in the URL of a link. */
const IN_ADDRESS = /(?<=href=")%7B%7B(\w+)%7D%7D(?=")/g;

const toSingleLine = (value: string): string => value.replace(/\s+/g, ' ').trim();

/**
 * Returns the body as the template engine receives it. Markdown removes its own characters, which
 * may join braces that were apart.
 */
export const renderTemplate = (body: string): string =>
  markdown.render(body.replace(VARIABLE, '{{$1}}'));

/**
 * Returns the text with its values: the body as HTML for the frame and as plain text.
 *
 * @param urls the variables that can be the URL of a link; all others may hold user input
 * @param color of buttons
 * @param subjectValues values of the subject and the preview line
 */
export const renderText = (
  mail: MailText,
  values: MailValues,
  urls: readonly string[] = [],
  color: string = DEFAULT_COLOR,
  subjectValues: MailValues = values,
): RenderedText => {
  const marked = renderTemplate(mail.body).replace(IN_ADDRESS, (encoded, name: string) =>
    urls.includes(name) ? `{{${name}}}` : encoded,
  );
  const body = withInlineStyles(html.parseAndRenderSync(marked, values) as string);
  return {
    subject: toSingleLine(plain.parseAndRenderSync(mail.subject, subjectValues) as string),
    preheader: toSingleLine(
      plain.parseAndRenderSync(mail.preheader ?? '', subjectValues) as string,
    ),
    body: withButtons(body, color),
    text: htmlToText(body, {
      wordwrap: 78,
      selectors: [
        { selector: 'h1', options: { uppercase: false } },
        { selector: 'h2', options: { uppercase: false } },
        { selector: 'h3', options: { uppercase: false } },
      ],
    }),
  };
};

/**
 * Renders the legal text of a business line below its mails: Markdown without values, as HTML and
 * as plain text.
 */
export const renderFooter = (source: string): { html: string; text: string } => {
  const html = sanitizeHtml(markdown.render(source), {
    allowedTags: ['p', 'br', 'a', 'strong', 'em'],
    allowedAttributes: { '*': ['style'], a: ['href', 'style'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    transformTags: { p: withStyle(style.footer), a: withStyle(style.footerLink) },
  });
  return { html, text: htmlToText(html, { wordwrap: 78 }) };
};

/** Appends the supplement of a kind to a text that does not use its variable. */
export const appendSupplement = <Text extends MailText & { lang: string }>(
  { supplement }: Pick<MailKind, 'supplement'>,
  text: Text,
): Text => {
  if (supplement === undefined || findVariableNames(text.body).includes(supplement.unless))
    return text;
  return { ...text, body: `${text.body}\n\n${inLanguage(supplement.texts, text.lang)}` };
};
