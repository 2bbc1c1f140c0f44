import type { Layout } from '../../feature/layout';

/** An access to a partner's video is read, never written. */
export const partnerVideoGrant: Layout = {
  uid: 'plugin::partner-video.grant',
  title: 'email',
  columns: ['email', 'state', 'videoTitle', 'productTitle', 'price', 'accessUntil', 'createdAt'],
  sort: { by: 'createdAt', order: 'DESC' },
  rows: [
    {
      email: { label: 'E-mail', size: 6 },
      state: {
        label: 'State',
        size: 6,
        hint: 'Unknown: we did not hear whether the partner gave it. Ask the partner, who knows it by the user ID below.',
      },
    },
    {
      name: { label: 'Given name', size: 4 },
      surname: { label: 'Family name', size: 4 },
      account: { label: 'Student account', size: 4 },
    },
    {
      videoTitle: { label: 'Video', size: 6 },
      productTitle: { label: 'Product', size: 6 },
    },
    {
      price: {
        label: 'Price',
        size: 6,
        hint: 'As the site said it, in its currency.',
      },
      accessUntil: { label: 'Access until', size: 6 },
    },
    {
      userId: { label: 'User ID at the partner', size: 4 },
      videoId: { label: 'Video ID at the partner', size: 4 },
      productId: { label: 'Product ID at the partner', size: 4 },
    },
  ],
};
