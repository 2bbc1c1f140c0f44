import { readFile } from 'node:fs/promises';

const folder = new URL('film/', import.meta.url);

const types = /** @type {Record<string, string>} */ ({
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
});

/**
 * Adds a playlist's signature to each of its segments, because players resolve segments without the
 * playlist's query.
 *
 * @param {string} playlist
 * @param {string} query
 */
const withQuery = (playlist, query) =>
  playlist.replace(/URI="([^"]+)"/g, `URI="$1${query}"`).replace(/^(?!#)(\S+)$/gm, `$1${query}`);

/**
 * Returns a file of the sample film, which every URL of the sandbox shows.
 *
 * @param {string} name
 * @param {string} query
 */
export const readFilm = async (name, query) => {
  const type = types[name.split('.').at(-1) ?? ''];
  if (type === undefined || !/^[\w-]+\.\w+$/.test(name)) return undefined;
  const content = await readFile(new URL(name, folder)).catch(() => undefined);
  if (content === undefined) return undefined;
  return { type, content: name.endsWith('.m3u8') ? withQuery(content.toString(), query) : content };
};
