import type { Layout } from '../../feature/layout';

export const homeComponents: readonly Layout[] = [
  {
    uid: 'home.series-home',
    title: 'label',
    rows: [{ serie: { label: 'Series', hint: 'Must be published before the page is.' } }],
    hidden: { label: 'What it shows' },
  },
  {
    uid: 'home.product-home',
    title: 'label',
    rows: [
      {
        product: {
          label: 'Product',
          hint: 'Search by title or SKU. Must be published before the page is.',
        },
      },
    ],
    hidden: { label: 'What it shows' },
  },
  {
    uid: 'home.live-home',
    title: 'label',
    rows: [{ live: { label: 'Live', hint: 'Must be published before the page is.' } }],
    hidden: { label: 'What it shows' },
  },
];
