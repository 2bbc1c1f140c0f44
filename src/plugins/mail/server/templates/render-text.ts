import { htmlToText } from 'html-to-text';
import { Liquid } from 'liquidjs';
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { DEFAULT_COLOR } from '../../../../catalogue/contrast-color';
import type { MailText, MailValues } from '../kinds';
import { buttonsIn, IS_BUTTON, withButtons } from './buttons';
import { VARIABLE } from './variables';

const html = new Liquid({ strictVariables: true, outputEscape: 'escape' });
const plain = new Liquid({ strictVariables: true });

/** Markdown renderer that shows raw HTML as text. */
const markdown = new MarkdownIt({ html: false, breaks: true }).use(buttonsIn);

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

const styled = (value: string) => (tagName: string, attribs: sanitizeHtml.Attributes) => ({
  tagName,
  attribs: { ...attribs, style: value },
});

/**
 * Returns sanitised HTML with inline styles, the only ones that all mail programs apply. Sanitising
 * removes markup that values may contain.
 */
const dressed = (body: string): string =>
  sanitizeHtml(body, {
    allowedTags: [
      ...['h1', 'h2', 'h3', 'p', 'br', 'hr', 'a', 'strong', 'em', 'ul', 'ol', 'li', 'blockquote'],
    ],
    allowedAttributes: { '*': ['style'], a: ['href', 'style'], p: ['style', IS_BUTTON] },
    allowedSchemes: ['http', 'https', 'mailto'],
    transformTags: {
      h1: styled(style.heading),
      h2: styled(style.code),
      h3: styled(style.small),
      p: (tagName, attribs) => ({
        tagName,
        attribs: { ...(IS_BUTTON in attribs && { [IS_BUTTON]: '' }), style: style.text },
      }),
      ul: styled(style.list),
      ol: styled(style.list),
      blockquote: styled(style.quote),
      a: styled(style.link),
      hr: styled(style.rule),
    },
  });

export type RenderedText = { subject: string; preheader: string; body: string; text: string };

/** Braces that Markdown has encoded in the URL of a link. */
const IN_ADDRESS = /(?<=href=")%7B%7B(\w+)%7D%7D(?=")/g;

const oneLine = (value: string): string => value.replace(/\s+/g, ' ').trim();

/**
 * Returns the body as the template engine receives it. Markdown removes its own characters, which
 * may join braces that were apart.
 */
export const templateOf = (body: string): string =>
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
  const marked = templateOf(mail.body).replace(IN_ADDRESS, (encoded, name: string) =>
    urls.includes(name) ? `{{${name}}}` : encoded,
  );
  const body = dressed(html.parseAndRenderSync(marked, values) as string);
  return {
    subject: oneLine(plain.parseAndRenderSync(mail.subject, subjectValues) as string),
    preheader: oneLine(plain.parseAndRenderSync(mail.preheader ?? '', subjectValues) as string),
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
    transformTags: { p: styled(style.footer), a: styled(style.footerLink) },
  });
  return { html, text: htmlToText(html, { wordwrap: 78 }) };
};
