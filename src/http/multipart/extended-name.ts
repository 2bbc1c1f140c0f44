/** `filename*` of RFC 5987: a charset, a language and the name, percent-encoded. */
const EXTENDED = /;\s*filename\*\s*=\s*(utf-8|iso-8859-1)'[^']*'([^;\s]*)/i;

const PLAIN = /;\s*filename\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^;]*)/i;

/** The bytes of an encoded name, each as one character; null where it is not encoded as its charset says. */
const bytesOf = (charset: string, encoded: string): string | null => {
  try {
    const text =
      charset.toLowerCase() === 'utf-8' ? decodeURIComponent(encoded) : unescape(encoded);
    return Buffer.from(text, 'utf8').toString('latin1');
  } catch {
    return null;
  }
};

/**
 * Returns the `Content-Disposition` of a part with `filename*` in the place of `filename`, which the parser reads alone.
 * Programs send both, and put a name without accents into `filename` (RFC 6266, 4.3).
 */
export const preferExtendedName = (disposition: string): string => {
  const [parameter = '', charset = '', encoded = ''] = EXTENDED.exec(disposition) ?? [];
  const name = parameter === '' ? null : bytesOf(charset, encoded);
  if (name === null || name === '') return disposition;
  const quoted = name
    .replace(/[\0-\x1f\x7f]/g, '')
    .replace(/"/g, '%22')
    .replace(/\\/g, '\\\\');
  return `${disposition.replace(parameter, '').replace(PLAIN, '')}; filename="${quoted}"`;
};
