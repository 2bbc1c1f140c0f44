import type { Core } from '@strapi/types';
import { mediaOriginOf } from '../../../media/media-origin';
import type { Values } from './kinds';
import { type FrameStyle, renderFrame } from './frame/render-frame';
import { type Chosen } from './choose';
import { renderText } from './text';
import { emailSettings } from '../settings';

type Strapi = { strapi: Core.Strapi };

export type Mail = {
  subject: string;
  html: string;
  text: string;
  from: { name: string; address: string } | string;
};

export type Brand = {
  name: string;
  color: string | null;
  logo: { url: string; mime: string; width: number | null; height: number | null } | null;
  emailFromName: string | null;
  emailFromAddress: string | null;
};

/** How a business line presents itself; without one, as the service does. */
export const brandOf = async ({ strapi }: Strapi, slug: string | null): Promise<Brand> => {
  const vertical =
    slug === null
      ? null
      : ((await strapi.db.query('api::vertical.vertical').findOne({
          where: { slug },
          populate: { logo: { select: ['url', 'mime', 'width', 'height'] } },
        })) as Brand | null);
  if (vertical !== null) return vertical;
  const { from } = emailSettings.of({ strapi });
  const name = /^"?([^"<]*?)"?\s*</.exec(from)?.[1] ?? '';
  return { name, color: null, logo: null, emailFromName: null, emailFromAddress: null };
};

type Logo = NonNullable<Brand['logo']>;

type UploadProvider = { isPrivate?: () => boolean | Promise<boolean> };

/**
 * Where a mail program finds the logo. Addresses that expire are of no use in a letter, and mail programs
 * do not show SVG.
 */
const addressOf = async ({ strapi }: Strapi, logo: Logo): Promise<string | null> => {
  if (logo.mime === 'image/svg+xml') return null;
  const provider = strapi.plugin('upload').provider as unknown as UploadProvider;
  if (await provider.isPrivate?.()) return null;
  if (!logo.url.startsWith('/')) return logo.url;
  const origin = mediaOriginOf({ strapi });
  return origin === null ? null : `${origin}${logo.url}`;
};

/** As wide as a name may be, as high as it needs to be read, and no larger than it is. */
const logoWidth = ({ width, height }: Logo): number => {
  const { wide, high } = { wide: 180, high: 64 };
  if (width === null || height === null || height === 0) return wide;
  return Math.round(Math.min(wide, width, (high * width) / height));
};

const logoOf = async ({ strapi }: Strapi, { logo }: Brand): Promise<FrameStyle['logo']> => {
  const url = logo === null ? null : await addressOf({ strapi }, logo);
  return logo === null || url === null ? null : { url, width: logoWidth(logo) };
};

const senderOf = ({ strapi }: Strapi, brand: Brand): Mail['from'] => {
  const { from } = emailSettings.of({ strapi });
  const address = brand.emailFromAddress ?? /<([^<>]+)>/.exec(from)?.[1] ?? from;
  const name = brand.emailFromName ?? (brand.emailFromAddress === null ? null : brand.name);
  return name === null ? from : { name, address };
};

/** A finished letter, of a text, its values and a business line's looks. */
export const composeMail = async (
  { strapi }: Strapi,
  chosen: Chosen,
  values: Values,
  brand: Brand,
): Promise<Mail> => {
  const rendered = renderText(chosen, values);
  const frame: FrameStyle = {
    lang: chosen.lang,
    vertical: brand.name,
    color: brand.color,
    logo: await logoOf({ strapi }, brand),
  };
  return {
    subject: rendered.subject,
    html: renderFrame(rendered, frame),
    text: `${rendered.text}\n\n--\n${brand.name}\n`,
    from: senderOf({ strapi }, brand),
  };
};
