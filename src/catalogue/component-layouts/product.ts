import type { Layout } from '../../feature/layout';

export const productComponents: readonly Layout[] = [
  {
    uid: 'product.header',
    title: 'modality',
    rows: [
      {
        modality: { label: 'Modality', size: 4, hint: 'Online or in person.' },
        level: { label: 'Level', size: 4, placeholder: 'Intermediate' },
        startingDate: {
          label: 'Start',
          size: 4,
          hint: 'In words, as people are to read it.',
          placeholder: 'October 2030',
        },
      },
      {
        duration: { label: 'Duration', size: 4, placeholder: '4 weeks · 20 hours' },
        lessonNumber: { label: 'Lessons', size: 4, hint: 'How many there are.' },
        ebookNumber: { label: 'E-books', size: 4, hint: 'How many are included.' },
      },
      {
        credits: { label: 'Credits', size: 6, placeholder: '60 ECTS credits' },
        universityDegree: {
          label: 'University degree',
          size: 6,
          hint: 'What is awarded, and by whom.',
        },
      },
      {
        certificate: { label: 'With certificate', size: 6 },
        appAvailable: { label: 'Available in the app', size: 6 },
      },
      { language: { label: 'Languages', hint: 'In which it is taught.' } },
    ],
  },
  {
    uid: 'product.header-language',
    title: 'name',
    rows: [{ name: { label: 'Name', size: 6, placeholder: 'English' } }],
  },
  {
    uid: 'product.book-details',
    title: 'author',
    rows: [
      {
        author: { label: 'Author', size: 6, hint: 'All of them, as on the cover.' },
        ISBN: {
          label: 'ISBN',
          size: 6,
          hint: 'Thirteen or ten digits, with or without hyphens.',
          placeholder: '978-84-17000-01-1',
        },
      },
      {
        format: { label: 'Format', size: 4, hint: 'A printed book or an e-book.' },
        bindingFormat: { label: 'Binding', size: 4, placeholder: 'Hardback' },
        edition: { label: 'Edition', size: 4, placeholder: 'Second edition' },
      },
      {
        language: { label: 'Language', size: 4, placeholder: 'English' },
        publicationYear: { label: 'Year of publication', size: 4 },
        numberOfPages: { label: 'Pages', size: 4 },
      },
      {
        numberOfIllustrations: { label: 'Illustrations', size: 4 },
        editorial: { label: 'Publisher', size: 4 },
        editorialEmail: { label: 'Publisher’s e-mail', size: 4 },
      },
      { synopsis: { label: 'Synopsis', hint: 'What the book is about, in a few lines.' } },
      { description: { label: 'Description', hint: 'The longer text of the book’s page.' } },
      { chapterIndex: { label: 'Table of contents', hint: 'A chapter a line.' } },
    ],
  },
  {
    uid: 'product.laab-connection',
    title: 'title',
    rows: [
      {
        title: { label: 'Title', size: 6 },
        link: { label: 'Link', size: 6, placeholder: 'https://' },
      },
      { description: { label: 'Text' } },
    ],
  },
];
