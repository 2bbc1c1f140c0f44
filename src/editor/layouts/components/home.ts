import type { Layout } from '../layout';

export const homeComponents: readonly Layout[] = [
  {
    uid: 'home.series-home',
    title: 'id',
    rows: [{ serie: { label: 'Series', hint: 'Must be published before the page is.' } }],
  },
  {
    uid: 'home.product-home',
    title: 'id',
    rows: [
      {
        product: {
          label: 'Product',
          hint: 'Search by title or SKU. Must be published before the page is.',
        },
      },
    ],
  },
  {
    uid: 'home.live-home',
    title: 'id',
    rows: [{ live: { label: 'Live', hint: 'Must be published before the page is.' } }],
  },
];
