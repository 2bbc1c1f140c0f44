import { moves, type Header } from '../../uploads';
import type { Format } from '../sizes';
import type { Encoding } from './render';

/**
 * How a picture is encoded for a caller.
 *
 * @param asked what the address says
 * @param accepted the media types that the caller names; `*` counts for nothing, for programs send it that know
 *   neither AVIF nor WebP
 */
export const chooseEncoding = (
  header: Header,
  asked: Format | undefined,
  accepted: readonly string[],
): Encoding => {
  if (asked !== undefined) return asked;
  // AVIF would show the first frame only.
  if (!moves(header) && accepted.includes('image/avif')) return 'avif';
  if (accepted.includes('image/webp')) return 'webp';
  if (moves(header)) return 'gif';
  return header.hasAlpha ? 'png' : 'jpeg';
};
