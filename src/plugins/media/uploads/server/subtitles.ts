/** Maximum size of subtitles; those of a film of three hours have about 200 kB. */
export const MAX_SUBTITLES_BYTES = 5 * 1024 * 1024;

const VTT = /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/;

/** Tells whether a file starts like WebVTT. */
export const isVtt = (head: Buffer): boolean => VTT.test(head.toString('utf8'));

/** Times of the first cue, after SubRip's number of the cue. */
const SRT =
  /^\uFEFF?\s*(?:\d+[ \t]*\r?\n)?\d{1,3}:\d{2}:\d{2}[,.]\d{1,3} *--> *\d{1,3}:\d{2}:\d{2}/;

/** Text that an HTML parser would accept as a tag, a comment or a declaration. */
const markup = /<[a-z/!?][^>]*>?/gi;

/** Each text matches in one way only. Otherwise the time would double with every attribute. */
const cueTag =
  /^<(?:\/(?:b|c|font|i|lang|ruby|rt|u|v)[ \t]*|(?:b|c|i|lang|ruby|rt|u|v)(?:\.[\w.-]+)?(?:[ \t][^<>="'`]*)?|font(?:[ \t]+(?:color|face|size)=(?:"[\w#, -]*"|[\w#,-]*(?: +[\w#,-]+)*))*[ \t]*)>$/i;

// eslint-disable-next-line no-control-regex -- text has none of these characters, a disguised file may
const binary = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/;

/**
 * Returns the media type of subtitles; null if a text is none. WebVTT has a signature; SubRip is
 * detected by the times of its first cue. Tags other than those of cues make a text invalid.
 *
 * @see https://www.w3.org/TR/webvtt1/#syntax
 */
export const subtitlesIn = (bytes: Buffer): 'text/vtt' | 'application/x-subrip' | null => {
  // Old SubRip files are not UTF-8, but the searched characters are ASCII in each of their
  // encodings.
  const text = bytes.toString('utf8');
  const type = VTT.test(text) ? 'text/vtt' : SRT.test(text) ? 'application/x-subrip' : null;
  if (type === null || binary.test(text)) return null;
  return [...text.matchAll(markup)].every(([tag]) => cueTag.test(tag)) ? type : null;
};
