/** Headers in which the service can send tags (`DELIVERY_TAG_HEADERS`), with what separates them. */
const TAG_HEADERS: readonly (readonly [string, string | RegExp])[] = [
  ['cache-tag', ','],
  ['cdn-tag', ','],
  ['surrogate-key', /\s+/],
  ['xkey', /\s+/],
];

/** Returns the cache tags of a response, or none if the service does not send them. */
export const cacheTags = ({ headers }: Pick<Response, 'headers'>): string[] => {
  for (const [name, separator] of TAG_HEADERS) {
    const value = headers.get(name);
    if (value !== null)
      return value
        .split(separator)
        .map((tag) => tag.trim())
        .filter(Boolean);
  }
  return [];
};
