import type { Field, Layout, Row } from '../feature/layout';

const vertical: Field = {
  label: 'Business line',
  size: 6,
  hint: 'The site that this page belongs to. Each site has one page of this kind, in several languages.',
};

/** The layout of a page type: all of them begin and are listed alike. */
export const pageLayout = (name: string, rows: readonly Row[]): Layout => ({
  uid: `api::${name}.${name}`,
  title: 'label',
  columns: ['label', 'updatedAt'],
  sort: { by: 'label', order: 'ASC' },
  rows: [{ vertical }, ...rows],
  hidden: { label: 'Business line', slots: 'Entries shown' },
});

export const banners: Field = {
  label: 'Carousel',
  hint: 'The banners at the top, in the order in which they turn.',
};

export const courseList: Field = {
  label: 'Shelves',
  hint: 'Titled rows of products. Drag shelves, and products within them, into the order you want.',
};
