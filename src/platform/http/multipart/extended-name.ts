/** A parameter and its value, which may be quoted. */
const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)/g;

/**
 * `filename*` of RFC 5987: a charset, a language and the percent-encoded name. Some programs quote
 * it.
 */
const EXTENDED = /^"?(utf-8|iso-8859-1)'[^']*'([^\s"]*)"?\s*$/i;

const NAMES = ['filename', 'filename*'];

const fromLatin1 = (encoded: string): string =>
  encoded.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/**
 * Returns the bytes of an encoded name, each as one character; null where the encoding does not
 * match the charset.
 */
const decodeName = (charset: string, encoded: string): string | null => {
  try {
    const name =
      charset.toLowerCase() === 'utf-8' ? decodeURIComponent(encoded) : fromLatin1(encoded);
    return Buffer.from(name.replace(/\p{Cc}/gu, ''), 'utf8').toString('latin1');
  } catch {
    return null;
  }
};

/**
 * Returns the `Content-Disposition` of a part with the value of `filename*` as `filename`. The
 * parser reads `filename` only. Programs send both, with a name without accents in `filename` (RFC
 * 6266, 4.3).
 */
export const preferExtendedName = (disposition: string): string => {
  const parameters = [...disposition.matchAll(PARAMETER)];
  const extended = parameters.find(([, key = '']) => key.toLowerCase() === 'filename*')?.[2] ?? '';
  const [, charset, encoded = ''] = EXTENDED.exec(extended) ?? [];
  const name = charset === undefined ? null : decodeName(charset, encoded);
  if (name === null || name === '') return disposition;
  const quoted = name.replace(/"/g, '%22').replace(/\\/g, '\\\\');
  const others = disposition.replace(PARAMETER, (parameter, key: string) =>
    NAMES.includes(key.toLowerCase()) ? '' : parameter,
  );
  return `${others}; filename="${quoted}"`;
};
