import { createContext, useContext } from 'react';
import { versionOf, VERSION } from '../../../platform/storage/address-version';

const widths = [160, 320, 640, 960, 1200];

/** File types that the service resizes; it rejects others. */
const sizable = /\.(?:jpe?g|png|webp|avif|tiff?)$/i;

/** Returns the `srcset` of a picture; undefined for a file without sizes. */
export type PictureSizes = (address: string) => string | undefined;

/** @param api prefix of the endpoints' paths */
export const picturesSizedBy =
  (api: string): PictureSizes =>
  (address) => {
    const name = address.split('?')[0]?.split('/').at(-1) ?? '';
    if (!sizable.test(name)) return undefined;
    const version = versionOf(address);
    return widths
      .map((width) => {
        const query = new URLSearchParams({
          w: String(width),
          ...(version !== null && { [VERSION]: version }),
        });
        return `${api}/pictures/${name}?${query.toString()} ${width}w`;
      })
      .join(', ');
  };

export const Sizes = createContext<PictureSizes>(() => undefined);

export const usePictureSizes = (): PictureSizes => useContext(Sizes);
