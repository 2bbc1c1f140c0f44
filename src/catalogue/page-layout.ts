import type { Field, Layout, Row, Text } from '#feature/layout';

const vertical: Field = {
  label: { en: 'Business line', es: 'Línea de negocio' },
  size: 6,
  hint: {
    en: 'The site that this page belongs to. Each site has one page of this kind, in several languages.',
    es: 'El sitio al que pertenece la página. Cada sitio tiene una página de esta clase, en varios idiomas.',
  },
};

/** Returns the layout of a page type. All pages share the first row and the list. */
export const createPageLayout = (type: string, name: Text, rows: readonly Row[]): Layout => ({
  uid: `api::${type}.${type}`,
  name,
  title: 'label',
  columns: ['label', 'updatedAt'],
  sort: { by: 'label', order: 'ASC' },
  rows: [{ vertical }, ...rows],
  hidden: {
    label: { en: 'Business line', es: 'Línea de negocio' },
    slots: { en: 'Entries shown', es: 'Entradas que muestra' },
  },
});

export const banners: Field = {
  label: { en: 'Carousel', es: 'Carrusel' },
  hint: {
    en: 'The banners at the top, in the order in which they turn.',
    es: 'Los banners de arriba, en el orden en que pasan.',
  },
};

export const courseList: Field = {
  label: { en: 'Shelves', es: 'Estantes' },
  hint: {
    en: 'Titled rows of products. Drag shelves, and products within them, into the order you want.',
    es: 'Filas de productos con título. Arrastra los estantes, y los productos en ellos, hasta el orden que quieras.',
  },
};
