import { readFile } from 'node:fs/promises';
import type { ApiError } from '../../../../platform/http/errors';
import { headOf } from '../../../../platform/http/multipart/file-head';
import { uploadErrors } from './errors';
import { extensionOf, kindOf, SVG, typeByName, usualExtension, type Kind } from './kinds';
import { pixelsOf, readHeader, type Header } from './pictures';
import { isVtt, MAX_SUBTITLES_BYTES, subtitlesIn } from './subtitles';

/** A file on its way in, as the body parser leaves it; only its path can be relied on. */
export type IncomingFile = {
  filepath: string;
  originalFilename?: string | null;
  mimetype?: string | null;
  size: number;
};

/** What a file was found to be. */
export type Finding = {
  kind: Kind;
  type: string;
  /** The name under which it may be stored: its extension is one of the type's. */
  name: string;
  /** Of pictures only. */
  header: Header | null;
};

type Content = { type: string; header: Header | null };

export type Verdict = { error: ApiError } | { finding: Finding };

/** Pictures that are decoded, and that their types' extensions are known of. */
const pictureTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
]);

/** Sound and film that private details are not taken out of (platform/storage/metadata), and that browsers do not play. */
const unreadTypes: ReadonlySet<string> = new Set([
  'audio/x-ms-asf',
  'video/mp2t',
  'video/x-flv',
  'video/x-ms-asf',
]);

/** As much of a file as every signature is found in. */
const HEAD_BYTES = 4100;

// Not a byte may stand before it: what comes before is what a browser would go by.
const isPdf = (head: Buffer): boolean => /^%PDF-\d/.test(head.toString('latin1'));

/** No medium begins with a tag; HTML, SVG and every other XML do, after spaces or a byte order mark. */
const isMarkup = (head: Buffer): boolean =>
  /^[\s\0\uFEFF\uFFFE\uFFFD]*</.test(head.toString('utf8'));

/** Returns the media type by a file's signature; the package is an ES module. */
export const bySignature = async (path: string): Promise<string | undefined> => {
  const { fileTypeFromFile } = await import('file-type');
  return (await fileTypeFromFile(path))?.mime;
};

const contentOf = async (
  { filepath, size }: IncomingFile,
  claimed: string | undefined,
): Promise<Content | ApiError> => {
  const head = await headOf(filepath, HEAD_BYTES);
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
  const claimedKind = claimed === undefined ? undefined : kindOf(claimed);
  if (claimedKind === 'subtitles' || isVtt(head)) {
    const type = size > MAX_SUBTITLES_BYTES ? null : subtitlesIn(await readFile(filepath));
    return type === null ? uploadErrors.SUBTITLES_UNREADABLE : { type, header: null };
  }
  const type = await bySignature(filepath);
  const kind = type === undefined ? undefined : kindOf(type);
  if (type !== undefined && unreadTypes.has(type)) return uploadErrors.FILE_TYPE_NOT_ALLOWED;
  if (type !== undefined && (kind === 'video' || kind === 'audio')) return { type, header: null };
  return kind === 'image' || (kind === undefined && claimedKind === 'image')
    ? uploadErrors.IMAGE_UNREADABLE
    : uploadErrors.FILE_TYPE_NOT_ALLOWED;
};

const soundOrFilm = (kind: Kind | undefined): boolean => kind === 'video' || kind === 'audio';

/**
 * The type and name to store a file with. A name may be wrong about which sort of picture a file is, for
 * cameras and people mistake them; it may not be that of something else altogether.
 */
const settleName = (
  { type, header }: Content,
  name: string,
  claimed: string | undefined,
): Finding | null => {
  const kind = kindOf(type);
  const claimedKind = claimed === undefined ? undefined : kindOf(claimed);
  if (kind === undefined || (claimed !== undefined && claimedKind === undefined)) return null;

  const own = claimed === undefined ? '' : extensionOf(name);
  const stem = own === '' ? name : name.slice(0, -own.length);
  // The same containers hold sound and film: here the name knows better than the signature.
  const isByName = claimed === type || (soundOrFilm(kind) && soundOrFilm(claimedKind));
  if (isByName && claimed !== undefined && claimedKind !== undefined) {
    return { kind: claimedKind, type: claimed, name: `${stem}${own}`, header };
  }
  const extension = usualExtension(type);
  return extension === undefined ? null : { kind, type, name: `${stem}${extension}`, header };
};

/**
 * Says what a file is by its content, and whether it may be stored. Reads the head of a file and the header
 * of a picture; nothing is decoded.
 *
 * @param maxPixels how many pixels a picture may have, all frames together
 */
export const inspect = async (file: IncomingFile, maxPixels: number): Promise<Verdict> => {
  const name = file.originalFilename ?? '';
  const claimed = typeByName(name);
  // A declared type decides nothing, but whoever declares SVG means to have it stored as such.
  if (claimed === SVG || file.mimetype === SVG) {
    return { error: uploadErrors.FILE_TYPE_NOT_ALLOWED };
  }
  const content = await contentOf(file, claimed);
  if ('code' in content) return { error: content };
  const finding = settleName(content, name === '' ? 'file' : name, claimed);
  if (finding === null) return { error: uploadErrors.FILE_TYPE_NOT_ALLOWED };
  if (content.header !== null && pixelsOf(content.header) > maxPixels) {
    return { error: uploadErrors.IMAGE_TOO_LARGE };
  }
  return { finding };
};
