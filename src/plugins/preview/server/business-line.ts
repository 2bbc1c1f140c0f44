import { z } from '@strapi/utils';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { mediaShort } from '#catalogue/media';
import { optionalText, text } from '#platform/http/primitives';
import { getEngine } from '#delivery/engine';
import { BUSINESS_LINE } from '#catalogue/business-line';

/** Branding of a business line on its site. */
export const lineForm = z.strictObject({
  slug: text,
  name: text,
  color: optionalText,
  logo: mediaShort.nullable(),
});

export type BusinessLine = z.output<typeof lineForm>;

/** Returns the business line with a slug; null without a slug. */
export const findBusinessLine = async (
  { strapi }: WithStrapi,
  slug: string | undefined,
): Promise<BusinessLine | null> =>
  slug === undefined
    ? null
    : getEngine({ strapi }).document(BUSINESS_LINE, lineForm, null, { where: { slug } });
