import sanitizeHtml from 'sanitize-html';

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'ul', 'ol', 'li'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'span', 'div', 'a'],
  ],
  allowedAttributes: { a: ['href', 'title', 'target', 'rel'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  // Elements whose content is no markup. The sanitizer would return the content of `xmp` as markup.
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'noembed', 'noframes'],
    ...['iframe', 'plaintext', 'title', 'svg', 'math', 'template', 'object'],
  ],
  // A page that opens in another window must not be able to control this one.
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer' } }),
  },
};

/**
 * Returns the partner's HTML with its text and structure, without anything that runs, loads or
 * restyles.
 */
export const cleanHtml = (html: string): string => sanitizeHtml(html, options);
