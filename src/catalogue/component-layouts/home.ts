import type { Layout } from '../../feature/layout';

export const homeComponents: readonly Layout[] = [
  {
    uid: 'home.series-home',
    name: { en: 'Series card', es: 'Tarjeta de serie' },
    title: 'label',
    rows: [
      {
        serie: {
          label: { en: 'Series', es: 'Serie' },
          hint: {
            en: 'Publish the entry before the page.',
            es: 'Publica la entrada antes que la página.',
          },
        },
      },
    ],
    hidden: { label: { en: 'What it shows', es: 'Lo que muestra' } },
  },
  {
    uid: 'home.product-home',
    name: { en: 'Product card', es: 'Tarjeta de producto' },
    title: 'label',
    rows: [
      {
        product: {
          label: { en: 'Product', es: 'Producto' },
          hint: {
            en: 'Search by title or SKU. Publish the entry before the page.',
            es: 'Busca por título o SKU. Publica la entrada antes que la página.',
          },
        },
      },
    ],
    hidden: { label: { en: 'What it shows', es: 'Lo que muestra' } },
  },
  {
    uid: 'home.live-home',
    name: { en: 'Live card', es: 'Tarjeta de directo' },
    title: 'label',
    rows: [
      {
        live: {
          label: { en: 'Live', es: 'Directo' },
          hint: {
            en: 'Publish the entry before the page.',
            es: 'Publica la entrada antes que la página.',
          },
        },
      },
    ],
    hidden: { label: { en: 'What it shows', es: 'Lo que muestra' } },
  },
];
