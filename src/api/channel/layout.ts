import { greenTag, order, seo, slug, verticals } from '../../catalogue/fields';
import type { Layout } from '../../feature/layout';

export const channel: Layout = {
  uid: 'api::channel.channel',
  title: 'name',
  columns: ['logo', 'name', 'type', 'verticals', 'order'],
  sort: { by: 'order', order: 'ASC' },
  rows: [
    {
      name: { label: 'Name', size: 8, hint: 'Of the university or partner, as it writes it.' },
      type: {
        label: 'Kind',
        size: 4,
        hint: 'A university that awards degrees, or another partner.',
      },
    },
    {
      slug: {
        ...slug,
        hint: 'The end of the channel’s web address: lower-case letters, digits and hyphens. Without one it has no page of its own.',
        placeholder: 'ashcombe-university',
      },
      order,
    },
    { verticals },
    { description: { label: 'Description', hint: 'Who they are, in a paragraph.' } },
    {
      logo: { label: 'Logo', size: 6, hint: 'Best with a transparent background.' },
      backgroundImage: {
        label: 'Background picture',
        size: 6,
        hint: 'Behind the heading of the channel’s page.',
      },
    },
    { headVideo: { label: 'Opening video', hint: 'At the top of the channel’s page.' } },
    {
      mediaCard: {
        label: 'Sliders',
        hint: 'The sliders of the channel’s page, in the order given here.',
      },
    },
    { greenTag },
    { seo },
  ],
  // They are linked from the other side, which knows both languages.
  hidden: { products: 'Products', series: 'Series', lives: 'Lives', episodes: 'Episodes' },
};
