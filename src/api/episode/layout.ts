import { channels, m3u8Link, protagonists, slug } from '../../catalogue/fields';
import type { Layout } from '../../feature/layout';

export const episode: Layout = {
  uid: 'api::episode.episode',
  title: 'name',
  columns: ['image', 'name', 'series', 'language', 'duration'],
  sort: { by: 'name', order: 'ASC' },
  rows: [
    {
      name: { label: 'Name', size: 6 },
      slug: { ...slug, placeholder: 'why-we-dream' },
    },
    {
      language: {
        label: 'Language',
        size: 3,
        hint: 'The language that is spoken in it.',
        placeholder: 'es',
      },
      duration: {
        label: 'Duration',
        size: 3,
        hint: 'As people are to read it.',
        placeholder: '42 min',
      },
      m3u8Link,
    },
    { summary: { label: 'Summary', hint: 'What happens in it, in a few lines.' } },
    { image: { label: 'Picture', hint: 'Shown before the video plays.' } },
    { protagonists, channels },
  ],
  // The series decides the order of its episodes.
  hidden: { series: 'Series' },
};
