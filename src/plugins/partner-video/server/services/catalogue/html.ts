import sanitizeHtml from 'sanitize-html';

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'ul', 'ol', 'li'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'span', 'div', 'a'],
  ],
  allowedAttributes: { a: ['href', 'title', 'target', 'rel'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  // A page that opens in another window must not be able to steer this one.
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer' } }),
  },
};

/** The partner's HTML with its text and structure, without what could run, load or restyle. */
export const cleanHtml = (html: string): string => sanitizeHtml(html, options);
