import { order, slug } from '../../catalogue/fields';
import type { Layout } from '../../feature/layout';

export const vertical: Layout = {
  uid: 'api::vertical.vertical',
  title: 'name',
  columns: ['logo', 'name', 'slug', 'isDefault', 'order'],
  sort: { by: 'order', order: 'ASC' },
  rows: [
    {
      name: { label: 'Name', size: 6 },
      slug: {
        ...slug,
        hint: 'The short name by which the sites ask for their content. Changing it takes a site’s content away.',
        placeholder: 'veterinary',
      },
    },
    {
      isDefault: {
        label: 'Default',
        size: 4,
        hint: 'Used where nobody says which business line is meant. Only one should be.',
      },
      defaultLang: {
        label: 'Default language',
        size: 4,
        hint: 'The language of those who do not choose one.',
        placeholder: 'es',
      },
      order: { ...order, size: 4 },
    },
    {
      logo: { label: 'Logo', size: 6 },
      color: {
        label: 'Colour',
        size: 6,
        hint: 'Of the brand, as six hexadecimal digits.',
        placeholder: '#1A5FB4',
      },
    },
    {
      emailFromName: {
        label: 'Sender of e-mails',
        size: 6,
        hint: 'The name that people see in their inbox.',
      },
      emailFromAddress: {
        label: 'Sender’s address',
        size: 6,
        hint: 'The e-mail provider must know it as ours.',
        placeholder: 'hello@example.com',
      },
    },
  ],
  hidden: { products: 'Products', channels: 'Channels', series: 'Series', lives: 'Lives' },
};
