/**
 * Maximum size in bytes of files that are checked, because the browser needs the whole file in
 * memory for the digest.
 */
const LARGEST = 100 * 1024 * 1024;

/**
 * Returns the SHA-256 of a file in hex.
 *
 * @returns null if the file is too large or the browser offers no digests, which it does only on
 * `https` and on localhost
 */
export const digestOf = async (file: File): Promise<string | null> => {
  const subtle = window.isSecureContext ? window.crypto.subtle : undefined;
  if (subtle === undefined || file.size > LARGEST) return null;
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};
