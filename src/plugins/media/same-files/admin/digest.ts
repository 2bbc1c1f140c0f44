/** Larger ones are uploaded unasked: a browser has to hold all of a file to reckon what its content is. */
const LARGEST = 100 * 1024 * 1024;

/**
 * SHA-256 of a file, in hex.
 *
 * @returns null where it is too large, or the browser does not reckon it: it does so on `https` and on this machine only
 */
export const digestOf = async (file: File): Promise<string | null> => {
  const subtle = window.isSecureContext ? window.crypto.subtle : undefined;
  if (subtle === undefined || file.size > LARGEST) return null;
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};
