import type { EntrySearch } from '../../../../feature/admin/entry-searches';
import { message } from './texts';

export const PRODUCT = 'api::product.product';

/** The types of the catalogue whose entries are found by their names. */
export const catalogueSearches: readonly EntrySearch[] = [
  {
    uid: PRODUCT,
    title: message('dashboard.products'),
    names: ['title', 'SKU'],
    terms: ['title', 'sku'],
    isLocalized: true,
  },
  {
    uid: 'api::series.series',
    title: message('dashboard.series'),
    names: ['name'],
    terms: ['title'],
    isLocalized: true,
  },
  {
    uid: 'api::episode.episode',
    title: message('dashboard.episodes'),
    names: ['name'],
    terms: ['title'],
  },
  {
    uid: 'api::live.live',
    title: message('dashboard.lives'),
    names: ['title'],
    terms: ['title'],
  },
  {
    uid: 'api::protagonist.protagonist',
    title: message('dashboard.protagonists'),
    names: ['name'],
    terms: ['name'],
    isLocalized: true,
  },
  {
    uid: 'api::channel.channel',
    title: message('dashboard.channels'),
    names: ['name'],
    terms: ['name'],
  },
];
