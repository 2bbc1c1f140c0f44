/** What a file of the media library has besides what Strapi gives it; kept from the generated content API. */
export const contentAttributes = {
  /**
   * SHA-256 of what was sent, in hex: pictures are stored in another form, so that their stored bytes do not tell. Null
   * where the file was not uploaded, or by a release that did not keep it.
   */
  contentDigest: { type: 'string', configurable: false, private: true },
} as const;
