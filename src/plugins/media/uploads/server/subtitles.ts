/** Longer ones than this are no subtitles: a film of three hours has some 200 kB. */
export const MAX_SUBTITLES_BYTES = 5 * 1024 * 1024;

const VTT = /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/;

/** Whether a file begins as WebVTT does. */
export const isVtt = (head: Buffer): boolean => VTT.test(head.toString('utf8'));

/** The time line of a first cue, after the number that SubRip puts before it. */
const SRT =
  /^\uFEFF?\s*(?:\d+[ \t]*\r?\n)?\d{1,3}:\d{2}:\d{2}[,.]\d{1,3} *--> *\d{1,3}:\d{2}:\d{2}/;

/** Whatever a parser of HTML would take for a tag, a comment or a declaration. */
const markup = /<[a-z/!?][^>]*>?/gi;

const cueTag =
  /^<(?:\/(?:b|c|font|i|lang|ruby|rt|u|v)|(?:b|c|i|lang|ruby|rt|u|v)(?:\.[\w.-]+)?(?:[ \t][^<>="'`]*)?|font(?:[ \t]+(?:color|face|size)="?[\w#, -]*"?)*)[ \t]*>$/i;

// eslint-disable-next-line no-control-regex -- a text has none of these characters, a disguise may
const binary = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/;

/**
 * The media type of subtitles, or null where a text is none: WebVTT by its signature, SubRip by the time of
 * its first cue. Tags other than those of cues make it something else.
 *
 * @see https://www.w3.org/TR/webvtt1/#syntax
 */
export const subtitlesIn = (bytes: Buffer): 'text/vtt' | 'application/x-subrip' | null => {
  // Old SubRip files are not in UTF-8; what is looked for is ASCII in whichever encoding they have.
  const text = bytes.toString('utf8');
  const type = VTT.test(text) ? 'text/vtt' : SRT.test(text) ? 'application/x-subrip' : null;
  if (type === null || binary.test(text)) return null;
  return [...text.matchAll(markup)].every(([tag]) => cueTag.test(tag)) ? type : null;
};
