import { channels, m3u8Link, protagonists, slug, texts } from '#catalogue/fields';
import type { Layout } from '#feature/layout';

export const episode: Layout = {
  uid: 'api::episode.episode',
  name: { en: 'Episode', es: 'Episodio' },
  title: 'name',
  columns: ['image', 'name', 'series', 'language', 'duration'],
  sort: { by: 'name', order: 'ASC' },
  rows: [
    {
      name: { label: { en: 'Name', es: 'Nombre' }, size: 6 },
      slug: { ...slug, placeholder: { en: 'why-we-dream', es: 'por-que-sonamos' } },
    },
    {
      language: {
        label: { en: 'Language', es: 'Idioma' },
        size: 3,
        hint: { en: 'The language that is spoken in it.', es: 'El idioma en que se habla.' },
        placeholder: 'es',
      },
      duration: {
        label: { en: 'Duration', es: 'Duración' },
        size: 3,
        hint: { en: 'As visitors read it.', es: 'Tal como se lee en el sitio.' },
        placeholder: '42 min',
      },
      m3u8Link,
    },
    {
      summary: {
        label: { en: 'Summary', es: 'Resumen' },
        hint: {
          en: 'A few lines about the content.',
          es: 'Unas líneas sobre el contenido.',
        },
      },
    },
    {
      image: {
        label: { en: 'Picture', es: 'Imagen' },
        hint: {
          en: 'Shown before the video plays.',
          es: 'Se muestra antes de que empiece el vídeo.',
        },
      },
    },
    { protagonists, channels },
    { texts },
  ],
  // The series controls the order of its episodes.
  hidden: { series: { en: 'Series', es: 'Serie' } },
};
