import { isAnimated, type Header } from '../../uploads';
import type { Format } from '../sizes';
import type { Encoding } from './render';

/**
 * Returns the encoding of a picture for a caller.
 *
 * @param asked the format in the URL
 * @param accepted the media types that the caller names; `*` is ignored, because programs without
 * AVIF and WebP also send it
 */
export const chooseEncoding = (
  header: Header,
  asked: Format | undefined,
  accepted: readonly string[],
): Encoding => {
  if (asked !== undefined) return asked;
  // AVIF would show only the first frame.
  if (!isAnimated(header) && accepted.includes('image/avif')) return 'avif';
  if (accepted.includes('image/webp')) return 'webp';
  if (isAnimated(header)) return 'gif';
  return header.hasAlpha ? 'png' : 'jpeg';
};
