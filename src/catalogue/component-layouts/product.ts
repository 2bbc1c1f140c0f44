import type { Layout } from '#feature/layout';

export const productComponents: readonly Layout[] = [
  {
    uid: 'product.header',
    title: 'modality',
    rows: [
      {
        modality: {
          label: { en: 'Modality', es: 'Modalidad' },
          size: 4,
          hint: { en: 'Online or in person.', es: 'En línea o presencial.' },
          choices: {
            Online: { en: 'Online', es: 'En línea' },
            Presencial: { en: 'In person', es: 'Presencial' },
          },
        },
        level: {
          label: { en: 'Level', es: 'Nivel' },
          size: 4,
          placeholder: { en: 'Intermediate', es: 'Intermedio' },
        },
        startingDate: {
          label: { en: 'Start', es: 'Comienzo' },
          size: 4,
          hint: {
            en: 'In words, as visitors read it.',
            es: 'Con palabras, tal como se lee en el sitio.',
          },
          placeholder: { en: 'October 2030', es: 'Octubre de 2030' },
        },
      },
      {
        duration: {
          label: { en: 'Duration', es: 'Duración' },
          size: 4,
          placeholder: { en: '4 weeks · 20 hours', es: '4 semanas · 20 horas' },
        },
        lessonNumber: {
          label: { en: 'Lessons', es: 'Lecciones' },
          size: 4,
          hint: { en: 'The number of lessons.', es: 'El número de lecciones.' },
        },
        ebookNumber: {
          label: { en: 'E-books', es: 'Libros electrónicos' },
          size: 4,
          hint: { en: 'The number of e-books.', es: 'El número de libros.' },
        },
      },
      {
        credits: {
          label: { en: 'Credits', es: 'Créditos' },
          size: 6,
          placeholder: { en: '60 ECTS credits', es: '60 créditos ECTS' },
        },
        universityDegree: {
          label: { en: 'University degree', es: 'Título universitario' },
          size: 6,
          hint: { en: 'The degree and its university.', es: 'El título y su universidad.' },
        },
      },
      {
        certificate: { label: { en: 'With certificate', es: 'Con certificado' }, size: 6 },
        appAvailable: {
          label: { en: 'Available in the app', es: 'Disponible en la aplicación' },
          size: 6,
        },
      },
      {
        language: {
          label: { en: 'Languages', es: 'Idiomas' },
          hint: { en: 'The languages of the classes.', es: 'Los idiomas de las clases.' },
        },
      },
    ],
  },
  {
    uid: 'product.header-language',
    title: 'name',
    rows: [
      {
        name: {
          label: { en: 'Name', es: 'Nombre' },
          size: 6,
          placeholder: { en: 'English', es: 'Inglés' },
        },
      },
    ],
  },
  {
    uid: 'product.book-details',
    title: 'author',
    rows: [
      {
        author: {
          sameText: 'name',
          label: { en: 'Author', es: 'Autor' },
          size: 6,
          hint: {
            en: 'All authors, as on the cover.',
            es: 'Todos los autores, como en la cubierta.',
          },
        },
        ISBN: {
          label: { en: 'ISBN', es: 'ISBN' },
          size: 6,
          hint: {
            en: 'Thirteen or ten digits, with or without hyphens.',
            es: 'Trece o diez cifras, con o sin guiones.',
          },
          placeholder: '978-84-17000-01-1',
        },
      },
      {
        format: {
          label: { en: 'Format', es: 'Formato' },
          size: 4,
          hint: { en: 'A printed book or an e-book.', es: 'Un libro impreso o electrónico.' },
          choices: {
            Physical: { en: 'Printed', es: 'Impreso' },
            Digital: { en: 'Electronic', es: 'Electrónico' },
          },
        },
        bindingFormat: {
          label: { en: 'Binding', es: 'Encuadernación' },
          size: 4,
          placeholder: { en: 'Hardback', es: 'Tapa dura' },
        },
        edition: {
          label: { en: 'Edition', es: 'Edición' },
          size: 4,
          placeholder: { en: 'Second edition', es: 'Segunda edición' },
        },
      },
      {
        language: {
          label: { en: 'Language', es: 'Idioma' },
          size: 4,
          placeholder: { en: 'English', es: 'Inglés' },
        },
        publicationYear: {
          label: { en: 'Year of publication', es: 'Año de publicación' },
          size: 4,
        },
        numberOfPages: { label: { en: 'Pages', es: 'Páginas' }, size: 4 },
      },
      {
        numberOfIllustrations: { label: { en: 'Illustrations', es: 'Ilustraciones' }, size: 4 },
        editorial: { sameText: 'name', label: { en: 'Publisher', es: 'Editorial' }, size: 4 },
        editorialEmail: {
          label: { en: 'Publisher’s e-mail', es: 'Correo de la editorial' },
          size: 4,
        },
      },
      {
        synopsis: {
          label: { en: 'Synopsis', es: 'Sinopsis' },
          hint: {
            en: 'A few lines about the book.',
            es: 'Unas líneas sobre el libro.',
          },
        },
      },
      {
        description: {
          label: { en: 'Description', es: 'Descripción' },
          hint: {
            en: 'The longer text of the book’s page.',
            es: 'El texto largo de la página del libro.',
          },
        },
      },
      {
        chapterIndex: {
          label: { en: 'Table of contents', es: 'Índice' },
          hint: { en: 'A chapter a line.', es: 'Un capítulo por línea.' },
        },
      },
    ],
  },
  {
    uid: 'product.laab-connection',
    title: 'title',
    rows: [
      {
        title: { label: { en: 'Title', es: 'Título' }, size: 6 },
        link: {
          label: { en: 'Link', es: 'Enlace' },
          size: 6,
          hint: {
            en: 'The address of the course at Laab.',
            es: 'La dirección del curso en Laab.',
          },
          placeholder: 'https://laab.example.com/…',
        },
      },
      { description: { label: { en: 'Text', es: 'Texto' } } },
    ],
  },
];
