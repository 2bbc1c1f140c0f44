/**
 * What a file of the media library has besides what Strapi gives it. Kept from the generated content API, which
 * answers files as it always has.
 */
export const fileAttributes = {
  /** `#2a6f97`; null where nobody has looked yet, and for what is no picture. */
  dominantColor: { type: 'string', configurable: false, private: true },
  /**
   * Alternative texts by language, `{"en": "A hand"}`. The text that Strapi has for a file is that of the default
   * language, and of every language that is missing here.
   */
  alternativeTexts: { type: 'json', configurable: false, private: true },
} as const;
