import type { z } from '@strapi/utils';
import { listMedia, type mediaFacts } from '#plugins/media/pictures/contract';
import { widths } from '#plugins/media/pictures/sizes';
import { markup, type Html } from './html';
import type { Ask } from './service';

type Facts = z.output<typeof mediaFacts>;

type Medium = { documentId: string; url: string };

/** Renders a picture: `picture(product.cardImage)`. Empty without one. */
export type ShowPicture = (medium: Medium | null) => Html;

const isMedium = (value: object): value is Medium =>
  'documentId' in value && 'url' in value && 'isUrlSigned' in value;

/** Returns the files in a response, at any depth. */
const mediaIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(mediaIn);
  return isMedium(value) ? [value.documentId, ...inner] : inner;
};

const MAX_IDS = 100;

/** Returns the address of a size, by the rule of docs/how-to/show-pictures.md. */
const sizeOf = (api: string, url: string, w: number): string => {
  const { pathname, searchParams } = new URL(url, api);
  const query = new URLSearchParams({ w: String(w) });
  const version = searchParams.get('v');
  if (version !== null) query.set('v', version);
  return `${api}/pictures/${pathname.split('/').at(-1) ?? ''}?${query.toString()}`;
};

/** Loads the data of the pictures in a response, and returns their renderer. */
export const picturesOf = async (
  { ask, api, lang }: { ask: Ask; api: string; lang: string },
  answer: unknown,
): Promise<ShowPicture> => {
  const ids = [...new Set(mediaIn(answer))].toSorted();
  const facts = new Map<string, Facts>();
  for (let at = 0; at < ids.length; at += MAX_IDS) {
    const { data } = await ask(listMedia, {}, { ids: ids.slice(at, at + MAX_IDS).join(',') });
    for (const file of data) facts.set(file.documentId, file);
  }

  return (medium) => {
    if (medium === null) return markup``;
    const file = facts.get(medium.documentId);
    if (file === undefined) throw new Error(`Nothing is known of the file ${medium.documentId}`);
    if (!file.mime.startsWith('image/')) return markup``;
    const { width, height, alternativeText, alternativeTexts, dominantColor } = file;
    const alt = alternativeTexts?.[lang] ?? alternativeText;
    const shown = widths.filter((w) => w <= Math.max(width ?? 0, widths[0]));
    const srcset = shown.map((w) => `${sizeOf(api, file.url, w)} ${w}w`).join(', ');
    const src = sizeOf(api, file.url, shown.at(-1) ?? widths[0]);
    return markup`<img
      src="${src}"
      srcset="${srcset}"
      sizes="(max-width: 40rem) 100vw, 40rem"
      width="${width}"
      height="${height}"
      alt="${alt}"
      loading="lazy"
      decoding="async"
      data-color="${dominantColor}"
   >`;
  };
};
