import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context, Next } from 'koa';
import parseRange from 'range-parser';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { bySignature } from './inspect';
import { getMediaKind, SVG, typeByName } from './kinds';

/** Headers of the response for an uploaded file. */
type FileHeaders = {
  type: string;
  disposition: 'inline' | 'attachment';
  /** Content-Security-Policy; `sandbox` gives a document a separate origin without scripts. */
  policy: string;
};

const UNKNOWN = 'application/octet-stream';

// Browsers show a picture or film in a generated page, whose image and style must be allowed.
const page =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

const SANDBOX = `${page}; sandbox`;

/**
 * Policy for films: with a separate origin the generated page could not load the film. Scripts stay
 * forbidden.
 */
const PLAYER = `${page}; sandbox allow-same-origin`;

/**
 * Policy for PDFs, without a sandbox, in which Safari shows no PDF. Viewers run a PDF's scripts
 * outside of the page, and `nosniff` prevents a PDF from becoming a page.
 *
 * @see https://github.com/adobe/aem-core-wcm-components/issues/2839
 */
const PDF_PAGE =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/**
 * Returns the headers for a stored file by its extension, because old files may be of any type.
 * Files that are no media get a type that browsers neither run nor show. SVG keeps its type for
 * pages that show it as a picture, which runs no scripts.
 */
const getServing = (file: string): FileHeaders => {
  const type = typeByName(file) ?? UNKNOWN;
  switch (getMediaKind(type)) {
    case 'image':
      return { type, disposition: 'inline', policy: SANDBOX };
    case 'video':
    case 'audio':
      return { type, disposition: 'inline', policy: PLAYER };
    case 'pdf':
      return { type, disposition: 'inline', policy: PDF_PAGE };
    case 'subtitles':
      return { type, disposition: 'attachment', policy: SANDBOX };
    case undefined:
      return { type: type === SVG ? SVG : UNKNOWN, disposition: 'attachment', policy: SANDBOX };
  }
};

/** Types of one container, for which the extension is more reliable than the signature. */
const ISO_MEDIA = /^(?:audio|video)\/(?:mp4|quicktime|x-m4|3gpp)/;

/** Type of that container whose signature is reliable: MP4 never looks like it. */
const QUICKTIME = 'video/quicktime';

const WEBVTT = 'text/vtt';
const SUBRIP = 'application/x-subrip';

/**
 * Returns the media type of a response: that of the content if its kind equals that of the name. A
 * replacement keeps its URL, so the URL of a PNG may end in `.jpg`.
 *
 * @param content the type by the content's signature
 */
export const resolveServedType = (declaredType: string, content: string | undefined): string => {
  // Only WebVTT has a signature among subtitles.
  if (declaredType === WEBVTT && content !== WEBVTT) return SUBRIP;
  const isSameKind = content !== undefined && getMediaKind(content) === getMediaKind(declaredType);
  if (!isSameKind || getMediaKind(declaredType) === undefined) return declaredType;
  const isByName =
    declaredType !== QUICKTIME && ISO_MEDIA.test(content) && ISO_MEDIA.test(declaredType);
  return isByName ? declaredType : content;
};

const decodeAddress = (address: string): string | null => {
  try {
    return decodeURIComponent(address);
  } catch {
    return null;
  }
};

/**
 * Returns the file in the uploads folder for the path of a request, in any spelling; null if it
 * leads elsewhere. It is resolved like in the static file server, and ignores case, because some
 * file systems do.
 *
 * @param publicDir the folder that is served
 */
const resolveUploadPath = (address: string, publicDir: string): string | null => {
  const name = decodeAddress(address);
  if (name === null) return null;
  const file = path.join(publicDir, name);
  const uploads = path.join(publicDir, 'uploads');
  const isWithin = `${file}${path.sep}`
    .toLowerCase()
    .startsWith(`${uploads}${path.sep}`.toLowerCase());
  return isWithin ? file : null;
};

const UNSATISFIABLE = 416;

type StoredFileStat = { size: number; mtime: Date };

const readStats = async (file: string): Promise<StoredFileStat | null> => {
  try {
    const stats = await stat(file);
    return stats.isFile() ? stats : null;
  } catch {
    return null;
  }
};

/**
 * Tells whether the file is still the one of which the caller has a part (`If-Range`, RFC 9110,
 * 13.1.5). A replacement keeps its path, and a part of it does not fit.
 */
const isStillTheSame = (ctx: Context, { mtime }: StoredFileStat): boolean =>
  ['', mtime.toUTCString()].includes(ctx.get('If-Range'));

/** Result of `range-parser` if no range is satisfiable. */
const UNSATISFIABLE_RANGE = -1;

/**
 * Rewrites the requested range to the one form that Strapi's upload plugin supports (`koa-range`).
 * That middleware ignores suffix ranges (`bytes=-500`), promises bytes beyond the end, and rejects
 * unknown units. Several ranges, unknown units, invalid ranges and ranges of a former version get the
 * whole file (RFC 9110, 14.2).
 *
 * @param file path of the file
 * @returns false if the range is outside of the file; the response is then complete
 */
const settleRange = async (ctx: Context, file: string): Promise<boolean> => {
  const rangeHeader = ctx.get('Range');
  const stored = rangeHeader === '' ? null : await readStats(file);
  if (stored === null) return true;
  if (!isStillTheSame(ctx, stored)) {
    delete ctx.req.headers.range;
    return true;
  }
  const { size } = stored;
  const ranges = parseRange(size, rangeHeader, { combine: true });
  if (ranges === UNSATISFIABLE_RANGE) {
    ctx.status = UNSATISFIABLE;
    ctx.set('Content-Range', `bytes */${size}`);
    return false;
  }
  const [only, ...others] = Array.isArray(ranges) && ranges.type === 'bytes' ? ranges : [];
  if (only === undefined || others.length > 0) delete ctx.req.headers.range;
  else ctx.req.headers.range = `bytes=${only.start}-${only.end}`;
  return true;
};

/**
 * Serves uploaded files so that no script in them runs on the panel's origin. Only media are shown;
 * other files are downloaded.
 */
export const serveUploads = (_config: unknown, { strapi }: WithStrapi) => {
  const publicDir = strapi.dirs.static.public;

  return async (ctx: Context, next: Next): Promise<void> => {
    const file = resolveUploadPath(ctx.path, publicDir);
    if (file === null) {
      await next();
      return;
    }
    const { type, disposition, policy } = getServing(file);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Content-Security-Policy', policy);
    if (!(await settleRange(ctx, file))) return;
    await next();
    if (ctx.status >= 300 || ctx.body === null || ctx.body === undefined) return;
    ctx.type = resolveServedType(type, await bySignature(file).catch(() => undefined));
    ctx.set('Content-Disposition', disposition);
  };
};
