import type { WithStrapi } from '../../../../platform/with-strapi';
import { mediaOriginOf } from '../../../../platform/storage/media-origin';
import { tableOf } from '../../../../platform/strapi/queries';
import { storesPrivately } from '../../../../platform/strapi/upload-provider';
import { mailSettings } from '../../settings';
import type { FrameStyle } from '../frame/render-frame';

type Logo = { url: string; mime: string; width: number | null; height: number | null };

/** How a business line presents itself in a mail. */
export type Brand = {
  name: string;
  color: string | null;
  logo: Logo | null;
  emailFromName: string | null;
  emailFromAddress: string | null;
  /** Who the sender is by law, in Markdown. */
  emailFooter: string | null;
};

/** Whom a mail is from, as the mail server takes it. */
export type Sender = { name: string; address: string } | string;

/** How a business line presents itself; without one, as the service does. */
export const brandOf = async ({ strapi }: WithStrapi, slug: string | null): Promise<Brand> => {
  const vertical =
    slug === null
      ? null
      : await tableOf<Brand>({ strapi }, 'api::vertical.vertical').findOne({
          where: { slug },
          populate: { logo: { select: ['url', 'mime', 'width', 'height'] } },
        });
  if (vertical !== null) return vertical;
  const { from } = mailSettings.of({ strapi });
  const name = /^"?([^"<]*?)"?\s*</.exec(from)?.[1] ?? '';
  return {
    name,
    color: null,
    logo: null,
    emailFromName: null,
    emailFromAddress: null,
    emailFooter: null,
  };
};

/**
 * Where a mail program finds the logo. Addresses that expire are of no use in a mail, and mail programs
 * do not show SVG.
 */
const logoUrl = async ({ strapi }: WithStrapi, logo: Logo): Promise<string | null> => {
  if (logo.mime === 'image/svg+xml') return null;
  if (await storesPrivately({ strapi })) return null;
  if (!logo.url.startsWith('/')) return logo.url;
  const origin = mediaOriginOf({ strapi });
  return origin === null ? null : `${origin}${logo.url}`;
};

/** As wide as a name may be, as high as it needs to be read, and no larger than it is. */
const logoWidth = ({ width, height }: Logo): number => {
  const largest = { width: 180, height: 64 };
  if (width === null || height === null || height === 0) return largest.width;
  return Math.round(Math.min(largest.width, width, (largest.height * width) / height));
};

/** The logo as the frame shows it; null: none that every mail program could show. */
export const logoOf = async (
  { strapi }: WithStrapi,
  { logo }: Brand,
): Promise<FrameStyle['logo']> => {
  const url = logo === null ? null : await logoUrl({ strapi }, logo);
  return logo === null || url === null ? null : { url, width: logoWidth(logo) };
};

/** Whom its mails are from. */
export const senderOf = ({ strapi }: WithStrapi, brand: Brand): Sender => {
  const { from } = mailSettings.of({ strapi });
  const address = brand.emailFromAddress ?? /<([^<>]+)>/.exec(from)?.[1] ?? from;
  const name = brand.emailFromName ?? (brand.emailFromAddress === null ? null : brand.name);
  return name === null ? from : { name, address };
};
