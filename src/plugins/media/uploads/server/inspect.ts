import { readFile } from 'node:fs/promises';
import type { ApiError } from '#platform/http/errors';
import { readFileHead } from '#platform/http/multipart/file-head';
import { uploadErrors } from './errors';
import {
  getExtension,
  getMediaKind,
  SVG,
  typeByName,
  getDefaultExtension,
  type Kind,
} from './kinds';
import { countPixels, readHeader, type Header } from './pictures';

/** Maximum size of subtitles; those of a film of three hours have about 200 kB. */
const MAX_SUBTITLES_BYTES = 5 * 1024 * 1024;

const VTT = /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/;

/** Tells whether a file starts like WebVTT. */
const isVtt = (head: Buffer): boolean => VTT.test(head.toString('utf8'));

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
const detectSubtitles = (bytes: Buffer): 'text/vtt' | 'application/x-subrip' | null => {
  // Old SubRip files are not UTF-8, but the searched characters are ASCII in each of their
  // encodings.
  const text = bytes.toString('utf8');
  const type = VTT.test(text) ? 'text/vtt' : SRT.test(text) ? 'application/x-subrip' : null;
  if (type === null || binary.test(text)) return null;
  return [...text.matchAll(markup)].every(([tag]) => cueTag.test(tag)) ? type : null;
};

/** Incoming file from the body parser; only its path is reliable. */
export type IncomingFile = {
  filepath: string;
  originalFilename?: string | null;
  mimetype?: string | null;
  size: number;
};

/** Type of a file, detected by its content. */
export type Finding = {
  kind: Kind;
  type: string;
  /** Name for storing, with an extension of the type. */
  name: string;
  /** Header of a picture; null for other files. */
  header: Header | null;
};

type Content = { type: string; header: Header | null };

export type Verdict = { error: ApiError } | { finding: Finding };

/** Supported types of pictures, which can be decoded and have known extensions. */
const pictureTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
]);

/**
 * Audio and video whose private metadata cannot be removed (platform/storage/metadata), and that
 * browsers do not play.
 */
const unreadTypes: ReadonlySet<string> = new Set([
  'audio/x-ms-asf',
  'video/mp2t',
  'video/x-flv',
  'video/x-ms-asf',
]);

/** Number of bytes that contain every signature. */
const HEAD_BYTES = 4100;

// The signature must be at the very start, because browsers would interpret preceding bytes.
const isPdf = (head: Buffer): boolean => /^%PDF-\d/.test(head.toString('latin1'));

/**
 * Tells whether a file starts with a tag after whitespace or a byte order mark, as HTML, SVG and
 * XML do; no media do.
 */
const isMarkup = (head: Buffer): boolean =>
  /^[\s\0\uFEFF\uFFFE\uFFFD]*</.test(head.toString('utf8'));

/**
 * Returns the media type by a file's signature. The import is dynamic because the package is an ES
 * module.
 */
export const bySignature = async (path: string): Promise<string | undefined> => {
  const { fileTypeFromFile } = await import('file-type');
  return (await fileTypeFromFile(path))?.mime;
};

const detectContent = async (
  { filepath, size }: IncomingFile,
  claimed: string | undefined,
): Promise<Content | ApiError> => {
  const head = await readFileHead(filepath, HEAD_BYTES);
  if (head.length === 0) return uploadErrors.FILE_EMPTY;
  if (isPdf(head)) return { type: 'application/pdf', header: null };
  if (isMarkup(head)) return uploadErrors.FILE_TYPE_NOT_ALLOWED;

  const header = await readHeader(filepath);
  if (header?.mediaType === SVG) return uploadErrors.FILE_TYPE_NOT_ALLOWED;
  if (header !== null) {
    return header.mediaType !== undefined && pictureTypes.has(header.mediaType)
      ? { type: header.mediaType, header }
      : uploadErrors.IMAGE_UNREADABLE;
  }
  const claimedKind = claimed === undefined ? undefined : getMediaKind(claimed);
  if (claimedKind === 'subtitles' || isVtt(head)) {
    const type = size > MAX_SUBTITLES_BYTES ? null : detectSubtitles(await readFile(filepath));
    return type === null ? uploadErrors.SUBTITLES_UNREADABLE : { type, header: null };
  }
  const type = await bySignature(filepath);
  const kind = type === undefined ? undefined : getMediaKind(type);
  if (type !== undefined && unreadTypes.has(type)) return uploadErrors.FILE_TYPE_NOT_ALLOWED;
  if (type !== undefined && (kind === 'video' || kind === 'audio')) return { type, header: null };
  return kind === 'image' || (kind === undefined && claimedKind === 'image')
    ? uploadErrors.IMAGE_UNREADABLE
    : uploadErrors.FILE_TYPE_NOT_ALLOWED;
};

const isAudioOrVideo = (kind: Kind | undefined): boolean => kind === 'video' || kind === 'audio';

/**
 * Returns the type and name for storing. The extension may name another type of picture, because
 * cameras and users confuse them; it must not name another kind of file.
 */
const settleName = (
  { type, header }: Content,
  name: string,
  claimed: string | undefined,
): Finding | null => {
  const kind = getMediaKind(type);
  const claimedKind = claimed === undefined ? undefined : getMediaKind(claimed);
  if (kind === undefined || (claimed !== undefined && claimedKind === undefined)) return null;

  const typedExtension = claimed === undefined ? '' : getExtension(name);
  const stem = typedExtension === '' ? name : name.slice(0, -typedExtension.length);
  // Audio and video share containers; the extension is more reliable than the signature.
  const isByName = claimed === type || (isAudioOrVideo(kind) && isAudioOrVideo(claimedKind));
  if (isByName && claimed !== undefined && claimedKind !== undefined) {
    return { kind: claimedKind, type: claimed, name: `${stem}${typedExtension}`, header };
  }
  const extension = getDefaultExtension(type);
  return extension === undefined ? null : { kind, type, name: `${stem}${extension}`, header };
};

/**
 * Detects the type of a file by its content, and checks whether it may be stored. It reads the
 * first bytes of a file and the header of a picture, and decodes nothing.
 *
 * @param maxPixels maximum number of pixels of a picture, including all frames
 */
export const inspect = async (file: IncomingFile, maxPixels: number): Promise<Verdict> => {
  const name = file.originalFilename ?? '';
  const claimed = typeByName(name);
  // The declared type is otherwise ignored, but a declared SVG is meant to be stored as one.
  if (claimed === SVG || file.mimetype === SVG) {
    return { error: uploadErrors.FILE_TYPE_NOT_ALLOWED };
  }
  const content = await detectContent(file, claimed);
  if ('code' in content) return { error: content };
  const finding = settleName(content, name === '' ? 'file' : name, claimed);
  if (finding === null) return { error: uploadErrors.FILE_TYPE_NOT_ALLOWED };
  if (content.header !== null && countPixels(content.header) > maxPixels) {
    return { error: uploadErrors.IMAGE_TOO_LARGE };
  }
  return { finding };
};
