import { m3u8Link } from '../fields';
import type { Layout } from '../../feature/layout';

export const sharedComponents: readonly Layout[] = [
  {
    uid: 'label.green-tag',
    title: 'greenTag',
    rows: [{ greenTag: { label: 'Text', size: 6 } }],
  },
  {
    uid: 'shared.seo',
    title: 'title',
    rows: [
      {
        title: {
          label: 'Title',
          size: 8,
          hint: 'The heading in the search results; about 60 characters are shown.',
        },
        author: { label: 'Author', size: 4, hint: 'Who is named as its author.' },
      },
      {
        description: {
          label: 'Description',
          hint: 'The lines below that heading; about 155 characters are shown.',
        },
      },
      { image: { label: 'Picture', hint: 'Shown when the page is shared on social networks.' } },
    ],
  },
  {
    uid: 'shared.head-video',
    title: 'title',
    rows: [
      {
        title: { label: 'Title', size: 8, hint: 'Shown over the video.' },
        company: { label: 'Producer', size: 4, hint: 'Who made the video.' },
      },
      { m3u8Link: { ...m3u8Link, size: 12 } },
    ],
  },
  {
    uid: 'shared.media-card',
    title: 'sliderName',
    rows: [{ sliderName: { label: 'Name of the slider', size: 6 } }],
  },
];
