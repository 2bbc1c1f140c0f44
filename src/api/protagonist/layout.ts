import { greenTag, order, seo, slug } from '#catalogue/fields';
import type { Layout } from '#feature/layout';

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
          en: 'The name with its title, as pages show it.',
          es: 'El nombre con su tratamiento, como lo muestran las páginas.',
        },
      },
    },
    { slug: { ...slug, placeholder: 'elena-marin' } },
    {
      cv: {
        label: { en: 'Curriculum', es: 'Currículum' },
        hint: {
          en: 'The training and experience that visitors read.',
          es: 'La formación y la experiencia que leen los visitantes.',
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
