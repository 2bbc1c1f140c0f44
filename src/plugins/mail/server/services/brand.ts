import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getMediaOrigin } from '#platform/storage/settings';
import { getTable } from '#platform/strapi/queries';
import { hasPrivateStorage } from '#platform/strapi/upload-services';
import { mailSettings } from '../../settings';
import type { FrameStyle } from '../render-frame';

type Logo = { url: string; mime: string; width: number | null; height: number | null };

/** Appearance of a business line in a mail. */
export type Brand = {
  name: string;
  color: string | null;
  logo: Logo | null;
  emailFromName: string | null;
  emailFromAddress: string | null;
  /** Legal identity of the sender, in Markdown. */
  emailFooter: string | null;
};

/** Sender of a mail in the form that the mail provider takes. */
export type Sender = { name: string; address: string } | string;

/** Returns the appearance of a business line, or that of the service if there is no line. */
export const loadBrand = async ({ strapi }: WithStrapi, slug: string | null): Promise<Brand> => {
  const vertical =
    slug === null
      ? null
      : await getTable<Brand>({ strapi }, 'api::vertical.vertical').findOne({
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
 * Returns the absolute URL of a logo; null for URLs that expire and for SVG, which mail programs do
 * not show.
 */
const buildLogoUrl = async ({ strapi }: WithStrapi, logo: Logo): Promise<string | null> => {
  if (logo.mime === 'image/svg+xml') return null;
  if (await hasPrivateStorage({ strapi })) return null;
  if (!logo.url.startsWith('/')) return logo.url;
  const origin = getMediaOrigin({ strapi });
  return origin === null ? null : `${origin}${logo.url}`;
};

/** Returns the width of a logo within 180 × 64 pixels, without enlarging it. */
const computeLogoWidth = ({ width, height }: Logo): number => {
  const largest = { width: 180, height: 64 };
  if (width === null || height === null || height === 0) return largest.width;
  return Math.round(Math.min(largest.width, width, (largest.height * width) / height));
};

/** Returns the logo for the frame; null if there is none that every mail program can show. */
export const buildLogo = async (
  { strapi }: WithStrapi,
  { logo }: Brand,
): Promise<FrameStyle['logo']> => {
  const url = logo === null ? null : await buildLogoUrl({ strapi }, logo);
  return logo === null || url === null ? null : { url, width: computeLogoWidth(logo) };
};

/** Returns the sender of a business line's mails. */
export const buildSender = ({ strapi }: WithStrapi, brand: Brand): Sender => {
  const { from } = mailSettings.of({ strapi });
  const address = brand.emailFromAddress ?? /<([^<>]+)>/.exec(from)?.[1] ?? from;
  const name = brand.emailFromName ?? (brand.emailFromAddress === null ? null : brand.name);
  return name === null ? from : { name, address };
};
