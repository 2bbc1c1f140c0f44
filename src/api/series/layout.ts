import {
  categories,
  channels,
  greenTag,
  order,
  protagonists,
  seo,
  slug,
  verticals,
} from '../../catalogue/fields';
import type { Layout } from '../../feature/layout';

export const series: Layout = {
  uid: 'api::series.series',
  title: 'name',
  columns: ['image', 'name', 'verticals', 'needLogin', 'order'],
  sort: { by: 'order', order: 'ASC' },
  rows: [
    { name: { label: 'Name', size: 8 }, order: { ...order, size: 4 } },
    {
      slug: { ...slug, placeholder: 'healthy-sleep' },
      needLogin: {
        label: 'Only for registered people',
        size: 6,
        hint: 'Visitors are asked to sign in before they watch.',
      },
    },
    { description: { label: 'Description', hint: 'What the series tells, in a few lines.' } },
    {
      episodes: {
        label: 'Episodes',
        size: 12,
        hint: 'In the order in which they are shown; drag to change it.',
      },
    },
    { verticals, categories },
    { protagonists, channels },
    {
      image: { label: 'Picture', size: 6, hint: 'Across the top of the series’ page.' },
      cardImage: { label: 'Card picture', size: 6, hint: 'On cards and in lists.' },
    },
    { headVideo: { label: 'Opening video', hint: 'A trailer at the top of the series’ page.' } },
    { greenTag },
    { seo },
  ],
};
