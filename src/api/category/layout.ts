import { order, slug } from '#catalogue/fields';
import type { Layout } from '#feature/layout';

export const category: Layout = {
  uid: 'api::category.category',
  name: { en: 'Category', es: 'Categoría' },
  title: 'name',
  columns: ['name', 'slug'],
  sort: { by: 'order', order: 'ASC' },
  rows: [
    {
      name: {
        label: { en: 'Name', es: 'Nombre' },
        hint: { en: 'The subject, in a word or two.', es: 'El tema, en una o dos palabras.' },
      },
    },
    { slug: { ...slug, placeholder: { en: 'cardiology', es: 'cardiologia' } } },
  ],
  hidden: {
    order,
    products: { en: 'Products', es: 'Productos' },
    series: { en: 'Series', es: 'Serie' },
  },
};
