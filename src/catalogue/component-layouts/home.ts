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
            en: 'Must be published before the page is.',
            es: 'Tiene que estar publicado antes que la página.',
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
            en: 'Search by title or SKU. Must be published before the page is.',
            es: 'Busca por título o SKU. Tiene que estar publicado antes que la página.',
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
            en: 'Must be published before the page is.',
            es: 'Tiene que estar publicado antes que la página.',
          },
        },
      },
    ],
    hidden: { label: { en: 'What it shows', es: 'Lo que muestra' } },
  },
];
