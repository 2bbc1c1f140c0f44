import type { Field } from '../feature/layout';

/** Fields that several types have and that mean the same in each. */
export const slug: Field = {
  label: 'Slug',
  size: 6,
  hint: 'The end of its web address: lower-case letters, digits and hyphens. Changing it breaks links that people have kept.',
};

export const order: Field = {
  label: 'Position',
  size: 3,
  hint: 'Lists show low numbers first.',
};

export const greenTag: Field = {
  label: 'Label',
  hint: 'A word on the card that draws the eye. Leave it out for most.',
};

export const seo: Field = {
  label: 'Search engines and social networks',
  hint: 'How the page is announced outside our site.',
};

export const verticals: Field = {
  label: 'Business lines',
  size: 6,
  hint: 'The sites that show it. Without one, no site does.',
};

export const channels: Field = {
  label: 'Channels',
  size: 6,
  hint: 'The universities and partners behind it.',
};

export const categories: Field = {
  label: 'Categories',
  size: 6,
  hint: 'The subjects under which people find it.',
};

export const protagonists: Field = {
  label: 'Protagonists',
  size: 6,
  hint: 'Who teaches or presents, in the order in which they are named.',
};

export const m3u8Link: Field = {
  label: 'Video address',
  size: 6,
  hint: 'The address of the stream, which ends in .m3u8.',
  placeholder: 'https://video.example.com/welcome.m3u8',
};

/** The names of what Strapi keeps about every entry. */
export const recordLabels: Readonly<Record<string, string>> = {
  id: 'ID',
  documentId: 'Document ID',
  createdAt: 'Created',
  updatedAt: 'Last change',
  publishedAt: 'Published',
  createdBy: 'Created by',
  updatedBy: 'Last changed by',
  locale: 'Language',
};
