import { greenTag, order, seo, slug } from '../../catalogue/fields';
import type { Layout } from '../../feature/layout';

export const protagonist: Layout = {
  uid: 'api::protagonist.protagonist',
  name: { en: 'Protagonist', es: 'Protagonista' },
  title: 'name',
  columns: ['image', 'name', 'slug'],
  sort: { by: 'order', order: 'ASC' },
  rows: [
    {
      name: {
        sameText: 'name',
        label: { en: 'Name', es: 'Nombre' },
        hint: {
          en: 'With title, as it is to be shown.',
          es: 'Con su tratamiento, como se va a mostrar.',
        },
      },
    },
    { slug: { ...slug, placeholder: 'elena-marin' } },
    {
      cv: {
        label: { en: 'Curriculum', es: 'Currículum' },
        hint: {
          en: 'What people should know of them.',
          es: 'Lo que conviene saber de la persona.',
        },
      },
    },
    { image: { label: { en: 'Portrait', es: 'Retrato' } } },
    { greenTag },
    { seo },
  ],
  // Editors link them from the other side, where both locales are known.
  hidden: {
    order,
    products: { en: 'Products', es: 'Productos' },
    series: { en: 'Series', es: 'Serie' },
    episodes: { en: 'Episodes', es: 'Episodios' },
    lives: { en: 'Lives', es: 'Directos' },
  },
};
