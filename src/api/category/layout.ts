import { order, slug } from '../../catalogue/fields';
import type { Layout } from '../../feature/layout';

export const category: Layout = {
  uid: 'api::category.category',
  title: 'name',
  columns: ['name', 'slug', 'order', 'updatedAt'],
  sort: { by: 'order', order: 'ASC' },
  rows: [
    {
      name: { label: 'Name', size: 8, hint: 'The subject, in a word or two.' },
      order: { ...order, size: 4 },
    },
    { slug: { ...slug, placeholder: 'cardiology' } },
  ],
  hidden: { products: 'Products', series: 'Series' },
};
