import type { MediaField } from '../../plan/media-fields';
import { asRow, type DocumentRow } from './document-row';

/** Makes the URL of a locally stored file absolute; other URLs already are. */
export type AbsoluteUrl = (url: string) => string;

/**
 * Returns the thumbnail of an image. The upload plugin creates none for vector images, nor for
 * images smaller than a thumbnail, so those serve as their own.
 */
const thumbnailOf = (file: DocumentRow): DocumentRow => {
  const made = asRow(asRow(file.formats)?.thumbnail);
  const size = Number((made ?? file).size);
  return {
    ...(made ?? file),
    path: made?.path ?? null,
    sizeInBytes: made?.sizeInBytes ?? Math.round(size * 1000),
  };
};

const isImage = (file: DocumentRow): boolean => String(file.mime).startsWith('image/');

const thumbnailKeys = [
  'ext',
  'url',
  'hash',
  'mime',
  'name',
  'path',
  'size',
  'width',
  'height',
  'sizeInBytes',
];

export const mediaValue = (file: DocumentRow, key: MediaField, absolute: AbsoluteUrl): unknown => {
  switch (key) {
    case 'alternativeText':
      return file.alternativeText ?? null;
    case 'url':
      return absolute(String(file.url));
    case 'isUrlSigned':
      return file.isUrlSigned === true;
    case 'previewUrl':
      return typeof file.previewUrl === 'string' ? absolute(file.previewUrl) : null;
    case 'formats': {
      if (!isImage(file)) return null;
      const thumbnail = thumbnailOf(file);
      return {
        thumbnail: {
          ...Object.fromEntries(thumbnailKeys.map((name) => [name, thumbnail[name] ?? null])),
          url: absolute(String(thumbnail.url)),
          isUrlSigned: file.isUrlSigned === true,
        },
      };
    }
  }
};

/** Replaces a file's alternative text by the text in the given language, if there is one. */
export const translateMedia = (file: DocumentRow, language: unknown): void => {
  const text = asRow(file.alternativeTexts)?.[String(language)];
  if (typeof text === 'string' && text !== '') file.alternativeText = text;
};
