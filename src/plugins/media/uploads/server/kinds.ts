import path from 'node:path';
import mime from 'mime-types';

export type Kind = 'image' | 'video' | 'audio' | 'pdf' | 'subtitles';

const documents: Readonly<Record<string, Kind>> = {
  'application/pdf': 'pdf',
  'text/vtt': 'subtitles',
  'application/x-subrip': 'subtitles',
};

/** An image that is a document as well: what it holds can be a script. */
export const SVG = 'image/svg+xml';

/** What sort of medium a media type is, or undefined where it is none that may be stored. */
export const kindOf = (type: string): Kind | undefined => {
  if (type === SVG) return undefined;
  const [family] = type.split('/');
  if (family === 'image' || family === 'video' || family === 'audio') return family;
  return documents[type];
};

/** A file name's extension, in lower case and with its dot; empty where there is none. */
export const extensionOf = (name: string): string => path.extname(name).toLowerCase();

/** Where the register of media types has a name that browsers do not know, or none. */
const named: Readonly<Record<string, string>> = {
  '.aac': 'audio/aac',
  '.flac': 'audio/flac',
  '.jfif': 'image/jpeg',
  '.wav': 'audio/wav',
};

/** The media type that a file name's extension stands for, or undefined where it stands for none. */
export const typeByName = (name: string): string | undefined => {
  const extension = extensionOf(name);
  return named[extension] ?? (mime.lookup(extension) || undefined);
};

/** Where the usual extension is not the first one of the register of media types. */
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

/** The extension under which a media type is stored, with its dot; undefined where it has none. */
export const usualExtension = (type: string): string | undefined => {
  const extension = usual[type] ?? mime.extension(type);
  if (extension === false) return undefined;
  return extension.startsWith('.') ? extension : `.${extension}`;
};

/** For the upload plugin's own check, which goes by the same kinds. */
export const allowedTypes: readonly string[] = [
  'image/*',
  'video/*',
  'audio/*',
  ...Object.keys(documents),
];
