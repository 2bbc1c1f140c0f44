import type { EntrySearch } from '../../../../feature/admin/entry-searches';
import { message } from './texts';

export const PRODUCT = 'api::product.product';

/** The types of the catalogue whose entries are found by their names. */
export const catalogueSearches: readonly EntrySearch[] = [
  {
    uid: PRODUCT,
    title: message('dashboard.products'),
    names: ['title', 'SKU'],
    isLocalized: true,
  },
  {
    uid: 'api::series.series',
    title: message('dashboard.series'),
    names: ['name'],
    isLocalized: true,
  },
  { uid: 'api::episode.episode', title: message('dashboard.episodes'), names: ['name'] },
  { uid: 'api::live.live', title: message('dashboard.lives'), names: ['title'] },
  {
    uid: 'api::protagonist.protagonist',
    title: message('dashboard.protagonists'),
    names: ['name'],
    isLocalized: true,
  },
  { uid: 'api::channel.channel', title: message('dashboard.channels'), names: ['name'] },
];
