import type { Layout } from '#feature/layout';

/** Read-only form of an access to a partner's video. */
export const partnerVideoGrant: Layout = {
  uid: 'plugin::partner-video.grant',
  name: { en: 'Partner video access', es: 'Acceso a vídeo del proveedor' },
  title: 'email',
  columns: [
    ...['email', 'state', 'videoTitle', 'productTitle', 'price', 'priceDiffers'],
    ...['accessUntil', 'createdAt'],
  ],
  sort: { by: 'createdAt', order: 'DESC' },
  rows: [
    {
      email: { label: { en: 'E-mail', es: 'Correo electrónico' }, size: 6 },
      state: {
        label: { en: 'State', es: 'Estado' },
        size: 6,
        hint: {
          en: 'Unknown: the partner did not confirm the access. Ask the partner about the user ID below.',
          es: 'Desconocido: el proveedor no confirmó el acceso. Pregúntale por el ID de usuario de abajo.',
        },
      },
    },
    {
      name: { label: { en: 'Given name', es: 'Nombre de pila' }, size: 4 },
      surname: { label: { en: 'Family name', es: 'Apellidos' }, size: 4 },
      account: { label: { en: 'Student account', es: 'Cuenta del alumno' }, size: 4 },
    },
    {
      videoTitle: { label: { en: 'Video', es: 'Vídeo' }, size: 6 },
      productTitle: { label: { en: 'Product', es: 'Producto' }, size: 6 },
    },
    {
      price: {
        label: { en: 'Price', es: 'Precio' },
        size: 4,
        hint: {
          en: 'The price that the site sent, in its currency.',
          es: 'El precio que envió el sitio, en su moneda.',
        },
      },
      cataloguePrice: {
        label: { en: 'Catalogue price', es: 'Precio de catálogo' },
        size: 4,
        hint: {
          en: 'The price in the partner’s catalogue when access was requested.',
          es: 'El precio en el catálogo del proveedor cuando se solicitó el acceso.',
        },
      },
      priceDiffers: {
        label: { en: 'Prices differ', es: 'Precios distintos' },
        size: 4,
        hint: {
          en: 'Check these before a settlement: the site may sell in another currency.',
          es: 'Revísalos antes de liquidar: puede que el sitio venda en otra moneda.',
        },
      },
    },
    {
      accessUntil: { label: { en: 'Access until', es: 'Acceso hasta' }, size: 6 },
    },
    {
      userId: {
        label: { en: 'User ID at the partner', es: 'ID de usuario en el proveedor' },
        size: 4,
      },
      videoId: {
        label: { en: 'Video ID at the partner', es: 'ID del vídeo en el proveedor' },
        size: 4,
      },
      productId: {
        label: { en: 'Product ID at the partner', es: 'ID del producto en el proveedor' },
        size: 4,
      },
    },
  ],
};
