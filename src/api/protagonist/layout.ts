import { greenTag, order, seo, slug } from '../../catalogue/fields';
import type { Layout } from '../../feature/layout';

export const protagonist: Layout = {
  uid: 'api::protagonist.protagonist',
  title: 'name',
  columns: ['image', 'name', 'slug', 'order', 'updatedAt'],
  sort: { by: 'order', order: 'ASC' },
  rows: [
    {
      name: { label: 'Name', size: 8, hint: 'With title, as it is to be shown.' },
      order: { ...order, size: 4 },
    },
    { slug: { ...slug, placeholder: 'elena-marin' } },
    { cv: { label: 'Curriculum', hint: 'What people should know of them.' } },
    { image: { label: 'Portrait' } },
    { greenTag },
    { seo },
  ],
  // They are linked from the other side, which knows both languages.
  hidden: { products: 'Products', series: 'Series', episodes: 'Episodes', lives: 'Lives' },
};
