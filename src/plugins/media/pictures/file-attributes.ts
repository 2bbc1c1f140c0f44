/**
 * Attributes that this feature adds to files. They are private, so that the responses of the
 * generated content API stay unchanged.
 */
export const fileAttributes = {
  /** Dominant colour such as `#2a6f97`; null if it is not known yet or the file is no picture. */
  dominantColor: { type: 'string', configurable: false, private: true },
  /**
   * Alternative texts by language, `{"en": "A hand"}`. Strapi's own text of a file applies to the
   * default language and to every language that is missing here.
   */
  alternativeTexts: { type: 'json', configurable: false, private: true },
} as const;
