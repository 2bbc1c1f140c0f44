import type { UID } from '@strapi/types';

/** Index that speeds up a query of the endpoints. */
export type Lookup = {
  /**
   * Name of the index. A changed lookup needs a new name, because existing indexes are not altered.
   */
  name: string;
  uid: UID.ContentType;
  attributes: readonly [string, ...string[]];
  where: string;
};

const PUBLISHED = 'published_at IS NOT NULL';
const DRAFT = 'published_at IS NULL';

/**
 * Lookups that no other index serves. Published slugs have their unique index. Strapi itself
 * creates indexes of document, locale and state, and of both sides of every relation.
 */
export const lookups: readonly Lookup[] = [
  {
    name: 'ix_product_list',
    uid: 'api::product.product',
    attributes: ['order', 'documentId', 'locale'],
    where: PUBLISHED,
  },
  {
    name: 'ix_product_list_of_type',
    uid: 'api::product.product',
    attributes: ['type', 'order', 'documentId', 'locale'],
    where: PUBLISHED,
  },
  {
    name: 'ix_channel_list',
    uid: 'api::channel.channel',
    attributes: ['order', 'documentId'],
    where: PUBLISHED,
  },
  {
    name: 'ix_series_list',
    uid: 'api::series.series',
    attributes: ['order', 'documentId', 'locale'],
    where: PUBLISHED,
  },
  {
    name: 'ix_product_draft_slug',
    uid: 'api::product.product',
    attributes: ['slug', 'locale'],
    where: DRAFT,
  },
  {
    name: 'ix_channel_draft_slug',
    uid: 'api::channel.channel',
    attributes: ['slug'],
    where: DRAFT,
  },
  {
    name: 'ix_series_draft_slug',
    uid: 'api::series.series',
    attributes: ['slug', 'locale'],
    where: DRAFT,
  },
  {
    name: 'ix_protagonist_draft_slug',
    uid: 'api::protagonist.protagonist',
    attributes: ['slug', 'locale'],
    where: DRAFT,
  },
];
