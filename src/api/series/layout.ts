import {
  categories,
  channels,
  greenTag,
  order,
  protagonists,
  seo,
  slug,
  verticals,
} from '#catalogue/fields';
import type { Layout } from '#feature/layout';

export const series: Layout = {
  uid: 'api::series.series',
  name: { en: 'Series', es: 'Serie' },
  title: 'name',
  columns: ['image', 'name', 'verticals', 'needLogin'],
  sort: { by: 'order', order: 'ASC' },
  rows: [
    { name: { label: { en: 'Name', es: 'Nombre' } } },
    {
      slug: { ...slug, placeholder: { en: 'healthy-sleep', es: 'sueno-saludable' } },
      needLogin: {
        label: { en: 'Only for registered people', es: 'Solo para personas registradas' },
        size: 6,
        hint: {
          en: 'Visitors are asked to sign in before they watch.',
          es: 'Se pide iniciar sesión antes de verla.',
        },
      },
    },
    {
      description: {
        label: { en: 'Description', es: 'Descripción' },
        hint: {
          en: 'A few lines about the content.',
          es: 'Unas líneas sobre el contenido.',
        },
      },
    },
    {
      episodes: {
        label: { en: 'Episodes', es: 'Episodios' },
        size: 12,
        hint: {
          en: 'In the order in which they are shown; drag to change it.',
          es: 'En el orden en que se muestran; arrastra para cambiarlo.',
        },
      },
    },
    { verticals, categories },
    { protagonists, channels },
    {
      image: {
        label: { en: 'Picture', es: 'Imagen' },
        size: 6,
        hint: {
          en: 'Across the top of the series’ page.',
          es: 'En la parte de arriba de la página de la serie.',
        },
      },
      cardImage: {
        label: { en: 'Card picture', es: 'Imagen de la tarjeta' },
        size: 6,
        hint: { en: 'On cards and in lists.', es: 'En tarjetas y listas.' },
      },
    },
    {
      headVideo: {
        label: { en: 'Opening video', es: 'Vídeo de apertura' },
        hint: {
          en: 'A trailer at the top of the series’ page.',
          es: 'Un tráiler en lo alto de la página de la serie.',
        },
      },
    },
    { greenTag },
    { seo },
  ],
  hidden: { order },
};
