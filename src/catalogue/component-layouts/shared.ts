import { m3u8Link } from '../fields';
import type { Layout } from '#feature/layout';

export const sharedComponents: readonly Layout[] = [
  {
    uid: 'label.green-tag',
    title: 'greenTag',
    rows: [{ greenTag: { label: { en: 'Text', es: 'Texto' }, size: 6 } }],
  },
  {
    uid: 'shared.seo',
    title: 'title',
    rows: [
      {
        title: {
          label: { en: 'Title', es: 'Título' },
          size: 8,
          hint: {
            en: 'The heading in the search results; about 60 characters are shown.',
            es: 'El titular en los resultados de búsqueda; se ven unos 60 caracteres.',
          },
        },
        author: {
          sameText: 'name',
          label: { en: 'Author', es: 'Autor' },
          size: 4,
          hint: { en: 'The author of the page.', es: 'El autor de la página.' },
        },
      },
      {
        description: {
          label: { en: 'Description', es: 'Descripción' },
          hint: {
            en: 'The lines below that heading; about 155 characters are shown.',
            es: 'Las líneas bajo ese titular; se ven unos 155 caracteres.',
          },
        },
      },
      {
        image: {
          label: { en: 'Picture', es: 'Imagen' },
          hint: {
            en: 'Shown when the page is shared on social networks.',
            es: 'Se muestra cuando la página se comparte en redes sociales.',
          },
        },
      },
    ],
  },
  {
    uid: 'shared.head-video',
    title: 'title',
    rows: [
      {
        title: {
          label: { en: 'Title', es: 'Título' },
          size: 8,
          hint: { en: 'Shown over the video.', es: 'Se muestra sobre el vídeo.' },
        },
        company: {
          sameText: 'name',
          label: { en: 'Producer', es: 'Productora' },
          size: 4,
          hint: { en: 'The maker of the video.', es: 'La empresa que hizo el vídeo.' },
        },
      },
      { m3u8Link: { ...m3u8Link, size: 12 } },
    ],
  },
  {
    uid: 'shared.media-card',
    title: 'sliderName',
    rows: [
      { sliderName: { label: { en: 'Name of the slider', es: 'Nombre del carrusel' }, size: 6 } },
    ],
  },
];
