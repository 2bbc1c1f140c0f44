import { channels, greenTag, order, protagonists, slug } from '../../catalogue/fields';
import type { Layout } from '../../feature/layout';

export const live: Layout = {
  uid: 'api::live.live',
  title: 'title',
  columns: ['image', 'title', 'vertical', 'typeOfLive', 'order'],
  sort: { by: 'order', order: 'ASC' },
  rows: [
    { title: { label: 'Title', size: 8 }, order: { ...order, size: 4 } },
    {
      slug: { ...slug, placeholder: 'emergencies-at-night' },
      vertical: { label: 'Business line', size: 6, hint: 'The site that shows it.' },
    },
    { image: { label: 'Picture', hint: 'On cards and at the top of its page.' } },
    { typeOfLive: { label: 'Broadcast', hint: 'When it takes place, and on which platform.' } },
    {
      program: { label: 'Programme', hint: 'Part by part, with the time and topic of each item.' },
    },
    { protagonists, channels },
    { greenTag },
    {
      type: {
        label: 'Kind',
        size: 6,
        hint: 'A word for the kind of session.',
        placeholder: 'Webinar',
      },
      closeRoom: {
        label: 'Message of the closed room',
        size: 6,
        hint: 'What visitors read when the room is closed.',
      },
    },
    {
      ondemandTitle: {
        label: 'Title of the recording',
        size: 6,
        hint: 'For those who watch it afterwards.',
      },
      ondemandUrlM3u8: {
        label: 'Address of the recording',
        size: 6,
        hint: 'The address of the stream, which ends in .m3u8.',
        placeholder: 'https://video.example.com/welcome.m3u8',
      },
    },
    {
      extCertificate: {
        label: 'Certificate',
        size: 6,
        hint: 'Where to get the certificate of attendance.',
      },
    },
  ],
};
