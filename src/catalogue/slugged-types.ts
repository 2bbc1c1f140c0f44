import type { UID } from '@strapi/types';

/** The types whose entries have a slug in their URLs. */
export const sluggedTypes = [
  'api::product.product',
  'api::channel.channel',
  'api::series.series',
  'api::episode.episode',
  'api::protagonist.protagonist',
  'api::live.live',
  'api::category.category',
] as const satisfies readonly UID.ContentType[];

export type SluggedType = (typeof sluggedTypes)[number];
