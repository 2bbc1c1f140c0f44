import path from 'node:path';
import mime from 'mime-types';

export type Kind = 'image' | 'video' | 'audio' | 'pdf' | 'subtitles';

const documents: Readonly<Record<string, Kind>> = {
  'application/pdf': 'pdf',
  'text/vtt': 'subtitles',
  'application/x-subrip': 'subtitles',
};

/** Media type of SVG, a document that may contain scripts. */
export const SVG = 'image/svg+xml';

/** Returns the kind of a media type; undefined if it cannot be stored. */
export const getMediaKind = (type: string): Kind | undefined => {
  if (type === SVG) return undefined;
  const [family] = type.split('/');
  if (family === 'image' || family === 'video' || family === 'audio') return family;
  return documents[type];
};

/** Returns the extension of a file name in lower case and with its dot; empty if there is none. */
export const getExtension = (name: string): string => path.extname(name).toLowerCase();

/** Extensions whose registered media type is missing or unknown to browsers. */
const typeByExtension: Readonly<Record<string, string>> = {
  '.aac': 'audio/aac',
  '.flac': 'audio/flac',
  '.jfif': 'image/jpeg',
  '.wav': 'audio/wav',
};

/** Returns the media type of a file name's extension; undefined if it has none. */
export const typeByName = (name: string): string | undefined => {
  const extension = getExtension(name);
  return typeByExtension[extension] ?? (mime.lookup(extension) || undefined);
};

/** Media types whose usual extension is not the first one of the register. */
const usual: Readonly<Record<string, string>> = {
  'audio/aac': '.aac',
  'audio/flac': '.flac',
  'audio/mpeg': '.mp3',
  'audio/ogg': '.ogg',
  'audio/x-m4a': '.m4a',
  'image/jpeg': '.jpg',
  'video/matroska': '.mkv',
  'video/quicktime': '.mov',
};

/** Returns the extension for storing a media type, with its dot; undefined if it has none. */
export const getDefaultExtension = (type: string): string | undefined => {
  const extension = usual[type] ?? mime.extension(type);
  if (extension === false) return undefined;
  return extension.startsWith('.') ? extension : `.${extension}`;
};

/** Kinds for the upload plugin's own check. */
export const allowedTypes: readonly string[] = [
  'image/*',
  'video/*',
  'audio/*',
  ...Object.keys(documents),
];
