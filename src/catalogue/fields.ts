import type { Field, Text } from '#feature/layout';

/** Fields that several types share with the same meaning. */
export const slug: Field = {
  label: { en: 'Slug', es: 'Slug' },
  size: 6,
  hint: {
    en: 'The end of its web address: lower-case letters, digits and hyphens. Former slugs redirect here.',
    es: 'El final de su dirección web: minúsculas, cifras y guiones. Los slugs anteriores redirigen aquí.',
  },
};

/** Label of the position in a list. Forms hide it: entries are moved on the page of their order. */
export const order: Text = { en: 'Position', es: 'Posición' };

export const greenTag: Field = {
  label: { en: 'Label', es: 'Etiqueta' },
  hint: {
    en: 'A word on the card that attracts attention. Use it for few entries.',
    es: 'Una palabra en la tarjeta que llama la atención. Úsala en pocas entradas.',
  },
};

export const seo: Field = {
  label: { en: 'Search engines and social networks', es: 'Buscadores y redes sociales' },
  hint: {
    en: 'The texts and the picture of the page on other sites.',
    es: 'Los textos y la imagen de la página en otros sitios.',
  },
};

export const texts: Field = {
  label: { en: 'In other languages', es: 'En otros idiomas' },
  hint: {
    en: 'The entry exists once, in the default language. These texts are for pages in another one.',
    es: 'La entrada existe una vez, en el idioma principal. Estos textos son para páginas en otro.',
  },
};

export const verticals: Field = {
  label: { en: 'Business lines', es: 'Líneas de negocio' },
  size: 6,
  hint: {
    en: 'The sites that show it. Without one, no site does.',
    es: 'Los sitios que lo muestran. Sin ninguna, no aparece en ninguno.',
  },
};

export const channels: Field = {
  label: { en: 'Channels', es: 'Canales' },
  size: 6,
  hint: {
    en: 'The universities and partners behind it.',
    es: 'Las universidades y los socios que lo respaldan.',
  },
};

export const categories: Field = {
  label: { en: 'Categories', es: 'Categorías' },
  size: 6,
  hint: {
    en: 'The subjects under which people find it.',
    es: 'Los temas bajo los que se encuentra.',
  },
};

export const protagonists: Field = {
  label: { en: 'Protagonists', es: 'Protagonistas' },
  size: 6,
  hint: {
    en: 'The teachers or presenters, in the order in which pages name them.',
    es: 'Los docentes o presentadores, en el orden en que los nombran las páginas.',
  },
};

export const m3u8Link: Field = {
  label: { en: 'Video address', es: 'Dirección del vídeo' },
  size: 6,
  hint: {
    en: 'The address of the stream, which ends in .m3u8.',
    es: 'La dirección de la emisión, que termina en .m3u8.',
  },
  placeholder: {
    en: 'https://video.example.com/welcome.m3u8',
    es: 'https://video.example.com/bienvenida.m3u8',
  },
};

/** Labels of the fields that Strapi adds to every entry. */
export const recordLabels: Readonly<Record<string, Text>> = {
  id: { en: 'ID', es: 'ID' },
  documentId: { en: 'Document ID', es: 'ID del documento' },
  createdAt: { en: 'Created', es: 'Creado' },
  updatedAt: { en: 'Last change', es: 'Último cambio' },
  publishedAt: { en: 'Published', es: 'Publicado' },
  createdBy: { en: 'Created by', es: 'Creado por' },
  updatedBy: { en: 'Last changed by', es: 'Último cambio de' },
  locale: { en: 'Language', es: 'Idioma' },
};
