import type { Layout } from '../../feature/layout';

export const liveComponents: readonly Layout[] = [
  {
    uid: 'live.type-of-live',
    title: 'typeLive',
    rows: [
      {
        typeLive: { label: 'Platform', size: 6 },
        startDate: { label: 'Start', size: 6, hint: 'In your own time zone.' },
      },
      {
        iframeCode: {
          label: 'Code to embed',
          hint: 'The platform gives it for showing the video on other sites.',
          placeholder: '<iframe …></iframe>',
        },
      },
    ],
  },
  {
    uid: 'live.program',
    title: 'title',
    rows: [
      { title: { label: 'Title', size: 12, placeholder: 'Morning' } },
      { row: { label: 'Items', hint: 'In the order in which they take place.' } },
    ],
  },
  {
    uid: 'live.row',
    title: 'hour',
    rows: [
      {
        hour: { label: 'Time', size: 3, hint: 'Hours and minutes.', placeholder: '09:30' },
        about: { label: 'Topic', size: 9 },
      },
      { protagonists: { label: 'Protagonists', hint: 'Who speaks.' } },
    ],
  },
];
