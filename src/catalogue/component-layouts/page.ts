import type { Field, Layout, Row, Text } from '#feature/layout';

const link: Field = {
  label: { en: 'Link', es: 'Enlace' },
  size: 6,
  hint: {
    en: 'The address that a click opens. A link to an entry follows its slug.',
    es: 'La dirección que abre un clic. Un enlace a una entrada sigue los cambios de su slug.',
  },
  placeholder: { en: '/courses/clinical-cardiology', es: '/cursos/cardiologia-clinica' },
};

const picture: Row = {
  backgroundMedia: {
    label: { en: 'Picture or video', es: 'Imagen o vídeo' },
    size: 6,
    hint: { en: 'Fills the whole width.', es: 'Ocupa todo el ancho.' },
  },
  icon: {
    label: { en: 'Icon', es: 'Icono' },
    size: 6,
    hint: { en: 'Small, beside the text.', es: 'Pequeño, junto al texto.' },
  },
};

const slideRows: readonly Row[] = [
  {
    description: {
      label: { en: 'Text', es: 'Texto' },
      size: 6,
      hint: { en: 'A line, over the picture.', es: 'Una línea, sobre la imagen.' },
    },
    link,
  },
  picture,
];

export const pageComponents: readonly Layout[] = [
  { uid: 'page.slide', title: 'description', rows: slideRows },
  { uid: 'page.banner', title: 'description', rows: slideRows },
  {
    uid: 'page.course-list',
    title: 'title',
    rows: [
      {
        title: { label: { en: 'Title', es: 'Título' }, size: 6 },
        category: {
          label: { en: 'Category', es: 'Categoría' },
          size: 6,
          hint: { en: 'The subject of the shelf.', es: 'El tema del estante.' },
        },
      },
      {
        products: {
          label: { en: 'Products', es: 'Productos' },
          hint: {
            en: 'In the order in which they are shown; search by title or SKU.',
            es: 'En el orden en que se muestran; busca por título o SKU.',
          },
        },
      },
    ],
  },
  {
    uid: 'page.plan-type',
    title: 'title',
    rows: [
      { title: { label: { en: 'Name of the plan', es: 'Nombre del plan' }, size: 6 } },
      { description: { label: { en: 'What it includes', es: 'Qué incluye' } } },
    ],
  },
  {
    uid: 'page.team-member',
    title: 'name',
    rows: [
      {
        name: { sameText: 'name', label: { en: 'Name', es: 'Nombre' }, size: 6 },
        workPosition: {
          label: { en: 'Job title', es: 'Puesto' },
          size: 6,
          placeholder: { en: 'Head of Studies', es: 'Jefa de estudios' },
        },
      },
      {
        cv: {
          label: { en: 'About them', es: 'Sobre la persona' },
          hint: { en: 'A few lines.', es: 'Unas líneas.' },
        },
      },
      {
        image: { label: { en: 'Portraits', es: 'Retratos' }, size: 6 },
        link: {
          ...link,
          hint: {
            en: 'A link to the profile, for example.',
            es: 'Un enlace al perfil, por ejemplo.',
          },
        },
      },
    ],
  },
  {
    uid: 'page.text-image',
    title: 'title',
    rows: [
      { title: { label: { en: 'Title', es: 'Título' } } },
      {
        description: { label: { en: 'Text', es: 'Texto' }, size: 6 },
        image: { label: { en: 'Picture', es: 'Imagen' }, size: 6 },
      },
    ],
  },
];

/** Returns the layout of a card of the home page, which shows one entry. */
const createHomeCard = (
  uid: string,
  name: Text,
  attribute: string,
  label: Text,
  hint: Text,
): Layout => ({
  uid,
  name,
  title: 'label',
  rows: [{ [attribute]: { label, hint } }],
  hidden: { label: { en: 'What it shows', es: 'Lo que muestra' } },
});

const publishFirst: Text = {
  en: 'Publish the entry before the page.',
  es: 'Publica la entrada antes que la página.',
};

export const homeComponents: readonly Layout[] = [
  createHomeCard(
    'home.series-home',
    { en: 'Series card', es: 'Tarjeta de serie' },
    'serie',
    { en: 'Series', es: 'Serie' },
    publishFirst,
  ),
  createHomeCard(
    'home.product-home',
    { en: 'Product card', es: 'Tarjeta de producto' },
    'product',
    { en: 'Product', es: 'Producto' },
    {
      en: 'Search by title or SKU. Publish the entry before the page.',
      es: 'Busca por título o SKU. Publica la entrada antes que la página.',
    },
  ),
  createHomeCard(
    'home.live-home',
    { en: 'Live card', es: 'Tarjeta de directo' },
    'live',
    { en: 'Live', es: 'Directo' },
    publishFirst,
  ),
];
