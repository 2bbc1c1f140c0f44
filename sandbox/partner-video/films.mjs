import { readFile } from 'node:fs/promises';

const folder = new URL('film/', import.meta.url);

const types = /** @type {Record<string, string>} */ ({
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
});

/**
 * Players resolve a playlist's pieces without the playlist's own parameters, so its signature is written
 * behind each of them.
 *
 * @param {string} playlist
 * @param {string} query
 */
const withQuery = (playlist, query) =>
  playlist.replace(/URI="([^"]+)"/g, `URI="$1${query}"`).replace(/^(?!#)(\S+)$/gm, `$1${query}`);

/**
 * A file of the sample film, which every address of the sandbox shows.
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
