import { order, slug } from '../../catalogue/fields';
import type { Layout } from '../../feature/layout';

export const category: Layout = {
  uid: 'api::category.category',
  name: { en: 'Category', es: 'Categoría' },
  title: 'name',
  columns: ['name', 'slug', 'order'],
  sort: { by: 'order', order: 'ASC' },
  rows: [
    {
      name: {
        label: { en: 'Name', es: 'Nombre' },
        size: 8,
        hint: { en: 'The subject, in a word or two.', es: 'El tema, en una o dos palabras.' },
      },
      order: { ...order, size: 4 },
    },
    { slug: { ...slug, placeholder: { en: 'cardiology', es: 'cardiologia' } } },
  ],
  hidden: { products: { en: 'Products', es: 'Productos' }, series: { en: 'Series', es: 'Serie' } },
};
