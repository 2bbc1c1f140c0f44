import { greenTag, order, seo, slug, texts, verticals } from '#catalogue/fields';
import type { Layout } from '#feature/layout';

export const channel: Layout = {
  uid: 'api::channel.channel',
  name: { en: 'Channel', es: 'Canal' },
  title: 'name',
  columns: ['logo', 'name', 'type', 'verticals'],
  sort: { by: 'order', order: 'ASC' },
  rows: [
    {
      name: {
        label: { en: 'Name', es: 'Nombre' },
        size: 8,
        hint: {
          en: 'The name of the university or partner, in its own spelling.',
          es: 'El nombre de la universidad o del socio, tal como lo escribe.',
        },
      },
      type: {
        label: { en: 'Kind', es: 'Clase' },
        size: 4,
        hint: {
          en: 'A university that awards degrees, or another partner.',
          es: 'Una universidad que da títulos, u otro socio.',
        },
        choices: {
          University: { en: 'University', es: 'Universidad' },
          Partner: { en: 'Partner', es: 'Socio' },
        },
      },
    },
    {
      slug: {
        ...slug,
        hint: {
          en: 'The end of the channel’s web address: lower-case letters, digits and hyphens. Without one it has no page of its own.',
          es: 'El final de la dirección web del canal: minúsculas, cifras y guiones. Sin él no tiene página propia.',
        },
        placeholder: { en: 'ashcombe-university', es: 'universidad-de-ashcombe' },
      },
    },
    { verticals },
    {
      description: {
        label: { en: 'Description', es: 'Descripción' },
        hint: {
          en: 'A paragraph about the university or partner.',
          es: 'Un párrafo sobre la universidad o el socio.',
        },
      },
    },
    {
      logo: {
        label: { en: 'Logo', es: 'Logotipo' },
        size: 6,
        hint: { en: 'Best with a transparent background.', es: 'Mejor con fondo transparente.' },
      },
      backgroundImage: {
        label: { en: 'Background picture', es: 'Imagen de fondo' },
        size: 6,
        hint: {
          en: 'Behind the heading of the channel’s page.',
          es: 'Detrás del encabezado de la página del canal.',
        },
      },
    },
    {
      headVideo: {
        label: { en: 'Opening video', es: 'Vídeo de apertura' },
        hint: { en: 'At the top of the channel’s page.', es: 'En lo alto de la página del canal.' },
      },
    },
    {
      mediaCard: {
        label: { en: 'Sliders', es: 'Carruseles' },
        hint: {
          en: 'The sliders of the channel’s page, in the order given here.',
          es: 'Los carruseles de la página del canal, en este orden.',
        },
      },
    },
    { greenTag },
    { seo },
    { texts },
  ],
  // Editors link them from the other side, where both locales are known.
  hidden: {
    order,
    products: { en: 'Products', es: 'Productos' },
    series: { en: 'Series', es: 'Serie' },
    lives: { en: 'Lives', es: 'Directos' },
    episodes: { en: 'Episodes', es: 'Episodios' },
  },
};
