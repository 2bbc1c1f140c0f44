import type { Field, Layout } from '#feature/layout';

const language: Field = {
  label: { en: 'Language', es: 'Idioma' },
  size: 4,
  hint: {
    en: 'The language of these texts. Pages show the entry’s own text for an empty one.',
    es: 'El idioma de estos textos. Las páginas muestran el texto de la entrada si uno está vacío.',
  },
};

/** Components with texts in further languages for entries without locales. */
export const languageComponents: readonly Layout[] = [
  {
    uid: 'language.channel-texts',
    title: 'language',
    rows: [
      { language, name: { label: { en: 'Name', es: 'Nombre' }, size: 8 } },
      { description: { label: { en: 'Description', es: 'Descripción' } } },
      {
        headVideo: {
          label: { en: 'Opening video', es: 'Vídeo de apertura' },
          hint: {
            en: 'Its title in this language, and its address again, or that of a video in this language.',
            es: 'Su título en este idioma, y otra vez su dirección, o la de un vídeo en este idioma.',
          },
        },
      },
      {
        mediaCard: {
          label: { en: 'Sliders', es: 'Carruseles' },
          hint: {
            en: 'All sliders, in the same order.',
            es: 'Todos los carruseles, en el mismo orden.',
          },
        },
      },
      {
        seo: {
          label: { en: 'Search engines', es: 'Buscadores' },
          hint: {
            en: 'The complete data, with the author and the picture.',
            es: 'Los datos completos, con el autor y la imagen.',
          },
        },
      },
    ],
  },
  {
    uid: 'language.live-texts',
    title: 'language',
    rows: [
      { language, title: { label: { en: 'Title', es: 'Título' }, size: 8 } },
      {
        ondemandTitle: {
          label: { en: 'Title of the recording', es: 'Título de la grabación' },
          size: 8,
        },
      },
      {
        program: {
          label: { en: 'Programme', es: 'Programa' },
          hint: {
            en: 'The complete programme, with the times and the speakers.',
            es: 'El programa completo, con las horas y los ponentes.',
          },
        },
      },
    ],
  },
  {
    uid: 'language.episode-texts',
    title: 'language',
    rows: [
      { language, name: { label: { en: 'Name', es: 'Nombre' }, size: 8 } },
      { summary: { label: { en: 'Summary', es: 'Resumen' } } },
    ],
  },
];
