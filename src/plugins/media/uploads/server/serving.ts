import path from 'node:path';
import { kindOf, SVG, typeByName } from './kinds';

/** How a file of the uploads folder is answered. */
export type Serving = {
  type: string;
  disposition: 'inline' | 'attachment';
  /** The Content-Security-Policy; `sandbox` gives a document an origin of its own, and no scripts. */
  policy: string;
};

const UNKNOWN = 'application/octet-stream';

// A browser shows a picture or a film in a page of its own making, whose image and style are the file's.
const page =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

const SANDBOX = `${page}; sandbox`;

/** In an origin of its own, the page around a film is not allowed to fetch the film. Scripts stay off. */
const PLAYER = `${page}; sandbox allow-same-origin`;

/**
 * Safari shows nothing of a PDF in a sandbox. Viewers run a PDF's scripts apart from the page, and as a PDF
 * that must not be taken for anything else it is never a page itself.
 *
 * @see https://github.com/adobe/aem-core-wcm-components/issues/2839
 */
const PDF_PAGE =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/**
 * How to answer with a stored file, by its extension: it may have been stored when everything could be.
 * Whatever is not a medium has a type that no browser runs or shows. SVG keeps its own, for pages that show
 * it as a picture, where it cannot run anything.
 */
export const servingOf = (file: string): Serving => {
  const type = typeByName(file) ?? UNKNOWN;
  switch (kindOf(type)) {
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

/** Types of one container; what stands in it, its name knows better than its signature. */
const ISO_MEDIA = /^(?:audio|video)\/(?:mp4|quicktime|x-m4|3gpp)/;

/**
 * The media type to answer with: that of the content where it is of the kind that the name says. A replacement keeps its
 * address, so that the address of a PNG may end in `.jpg`.
 *
 * @param content the type by the content's signature
 */
export const servedType = (named: string, content: string | undefined): string => {
  const isSameKind = content !== undefined && kindOf(content) === kindOf(named);
  if (!isSameKind || kindOf(named) === undefined) return named;
  return ISO_MEDIA.test(content) && ISO_MEDIA.test(named) ? named : content;
};

const decoded = (address: string): string | null => {
  try {
    return decodeURIComponent(address);
  } catch {
    return null;
  }
};

/**
 * The file below the uploads folder that a request's path stands for, however it is written; null where it
 * leads elsewhere. Resolved as the static file server does it, and without regard to case, for there are
 * file systems that have none.
 *
 * @param publicDir the folder that is served
 */
export const uploadedFileAt = (address: string, publicDir: string): string | null => {
  const name = decoded(address);
  if (name === null) return null;
  const file = path.join(publicDir, name);
  const uploads = path.join(publicDir, 'uploads');
  const isWithin = `${file}${path.sep}`
    .toLowerCase()
    .startsWith(`${uploads}${path.sep}`.toLowerCase());
  return isWithin ? file : null;
};
