import {
  categories,
  channels,
  greenTag,
  order,
  protagonists,
  seo,
  slug,
  verticals,
} from '#catalogue/fields';
import type { Layout } from '#feature/layout';

export const product: Layout = {
  uid: 'api::product.product',
  name: { en: 'Product', es: 'Producto' },
  title: 'title',
  shownAs: 'label',
  columns: ['cardImage', 'title', 'tuitionPrice', 'verticals'],
  sort: { by: 'order', order: 'ASC' },
  rows: [
    {
      title: {
        label: { en: 'Title', es: 'Título' },
        size: 8,
        hint: { en: 'The name under which it is sold.', es: 'El nombre con el que se vende.' },
      },
      type: {
        label: { en: 'Type', es: 'Tipo' },
        size: 4,
        choices: {
          Libro: { en: 'Book', es: 'Libro' },
          'Curso corto': { en: 'Short course', es: 'Curso corto' },
          'Programa largo': { en: 'Long programme', es: 'Programa largo' },
          'Curso presencial': { en: 'In-person course', es: 'Curso presencial' },
          Máster: { en: 'Master', es: 'Máster' },
        },
        hint: {
          en: 'Decides in which list it appears: books, courses or masters. Without a type, only in the list of everything.',
          es: 'Decide en qué lista aparece: libros, cursos o másteres. Sin tipo, solo en la lista de todo.',
        },
      },
    },
    {
      slug: { ...slug, placeholder: { en: 'clinical-cardiology', es: 'cardiologia-clinica' } },
      SKU: {
        sameText: 'code',
        label: { en: 'SKU', es: 'SKU' },
        size: 3,
        hint: {
          en: 'Our own code, the same in every language: capitals, digits, dots and hyphens.',
          es: 'Nuestro código propio, igual en todos los idiomas: mayúsculas, cifras, puntos y guiones.',
        },
        placeholder: 'VET-PL-001',
      },
    },
    { verticals, categories },
    { protagonists, channels },
    {
      cardImage: {
        label: { en: 'Card picture', es: 'Imagen de la tarjeta' },
        size: 6,
        hint: {
          en: 'On cards and in lists; a book’s cover, for example.',
          es: 'En tarjetas y listas; por ejemplo, la cubierta de un libro.',
        },
      },
      mediaHeader: {
        label: { en: 'Opening picture or video', es: 'Imagen o vídeo de apertura' },
        size: 6,
        hint: {
          en: 'Across the top of the product’s own page.',
          es: 'En la parte de arriba de la página del producto.',
        },
      },
    },
    { greenTag },
    {
      fullPrice: {
        label: { en: 'Full price', es: 'Precio completo' },
        size: 4,
        hint: {
          en: 'Before any discount; in instalments, everything together.',
          es: 'Antes de cualquier descuento; a plazos, todo junto.',
        },
      },
      tuitionPrice: {
        label: { en: 'Price to pay', es: 'Precio a pagar' },
        size: 4,
        hint: {
          en: 'After discount. In instalments: the enrolment fee.',
          es: 'Con descuento. A plazos: la matrícula.',
        },
      },
      instalmentsPrice: {
        label: { en: 'Price of an instalment', es: 'Precio de cada plazo' },
        size: 4,
      },
    },
    {
      purchaseType: {
        label: { en: 'Way of paying', es: 'Forma de pago' },
        size: 4,
        choices: {
          single: { en: 'Once', es: 'De una vez' },
          subscription: { en: 'By subscription', es: 'Por suscripción' },
          instalments: { en: 'In instalments', es: 'A plazos' },
        },
        hint: {
          en: 'Once, by subscription or in instalments.',
          es: 'De una vez, por suscripción o a plazos.',
        },
      },
      payID: {
        sameText: 'code',
        label: { en: 'Payment product', es: 'Producto de pago' },
        size: 4,
        hint: {
          en: 'The product that the payment provider charges.',
          es: 'El producto que cobra la pasarela de pago.',
        },
      },
      payCrm: {
        label: { en: 'Payment account', es: 'Cuenta de pago' },
        size: 4,
        hint: {
          en: 'The account that receives the money. Without one, the site chooses.',
          es: 'La cuenta que recibe el dinero. Sin ninguna, la elige el sitio.',
        },
      },
    },
    {
      allowsPromotionCodes: {
        label: { en: 'Promotion codes', es: 'Códigos promocionales' },
        size: 4,
        hint: {
          en: 'Customers may enter codes of the payment provider on the payment page.',
          es: 'Los clientes pueden escribir códigos de la pasarela de pago en la página de pago.',
        },
      },
    },
    {
      isSoon: {
        label: { en: 'Coming soon', es: 'Próximamente' },
        size: 4,
        hint: {
          en: 'It is announced but not sold yet.',
          es: 'Se anuncia, pero todavía no se vende.',
        },
      },
      limitedPlaces: { label: { en: 'Places are limited', es: 'Plazas limitadas' }, size: 4 },
      // Shown for limited places only. It is the last of its row, so hiding it leaves no gap.
      numberLimitedPlaces: { label: { en: 'Number of places', es: 'Número de plazas' }, size: 4 },
    },
    {
      isOffSale: {
        label: { en: 'Off sale', es: 'Venta cerrada' },
        size: 4,
        hint: {
          en: 'Its page stays, but nobody can buy it.',
          es: 'Su página sigue publicada, pero nadie puede comprarlo.',
        },
      },
      // Shown for products off sale only, as the number of places above.
      offSaleText: {
        label: { en: 'Text while off sale', es: 'Texto mientras no se vende' },
        size: 4,
        hint: {
          en: 'Required while off sale: visitors read it instead of the buying button.',
          es: 'Obligatorio con la venta cerrada: los visitantes lo leen en lugar del botón de compra.',
        },
        placeholder: { en: 'Enrolment is closed', es: 'Matrícula cerrada' },
      },
      onSaleAgainAt: {
        label: { en: 'On sale again from', es: 'De nuevo a la venta desde' },
        size: 4,
        hint: {
          en: 'The sale starts again automatically at this time. Without a date, it stays closed.',
          es: 'La venta se reanuda automáticamente a esta hora. Sin fecha, sigue cerrada.',
        },
      },
    },
    {
      acronym: {
        sameText: 'name',
        label: { en: 'Acronym', es: 'Siglas' },
        size: 6,
        hint: { en: 'The short name people use.', es: 'El nombre corto con el que se conoce.' },
        placeholder: 'MPA',
      },
      presencialType: {
        label: { en: 'Kind of in-person course', es: 'Clase de curso presencial' },
        size: 6,
        hint: { en: 'For courses that take place in person.', es: 'Para los cursos presenciales.' },
        placeholder: { en: 'Hands-on workshop', es: 'Taller práctico' },
      },
    },
    {
      header: {
        label: { en: 'Academic data', es: 'Datos académicos' },
        hint: {
          en: 'For courses and masters: duration, level, credits, start.',
          es: 'Para cursos y másteres: duración, nivel, créditos, comienzo.',
        },
      },
    },
    {
      bookDetails: {
        label: { en: 'Book details', es: 'Ficha del libro' },
        hint: {
          en: 'For books: author, edition, ISBN, contents.',
          es: 'Para libros: autor, edición, ISBN, índice.',
        },
      },
    },
    {
      presentation: {
        label: { en: 'Presentation', es: 'Presentación' },
        hint: {
          en: 'The content, and the reasons to buy it.',
          es: 'El contenido y las razones para comprarlo.',
        },
      },
    },
    {
      objectives: {
        label: { en: 'Objectives', es: 'Objetivos' },
        hint: {
          en: 'The skills of a student at the end.',
          es: 'Las capacidades del alumno al terminar.',
        },
      },
    },
    { directed: { label: { en: 'Who it is for', es: 'A quién va dirigido' } } },
    {
      subjectData: {
        label: { en: 'Subjects', es: 'Materias' },
        hint: {
          en: 'The subjects it covers, in a few lines.',
          es: 'Las materias que trata, en pocas líneas.',
        },
      },
    },
    {
      syllabus: {
        label: { en: 'Syllabus', es: 'Temario' },
        hint: {
          en: 'The complete programme, module by module.',
          es: 'El programa completo, módulo a módulo.',
        },
      },
    },
    {
      contract: {
        label: { en: 'Terms of enrolment', es: 'Condiciones de matrícula' },
        hint: {
          en: 'The text that students accept when they buy.',
          es: 'El texto que el alumno acepta al comprar.',
        },
      },
    },
    {
      enrolButton: {
        label: { en: 'Text of the buying button', es: 'Texto del botón de compra' },
        size: 6,
        placeholder: { en: 'Book your place', es: 'Reserva tu plaza' },
      },
      formButton: {
        label: { en: 'Text of the enquiry button', es: 'Texto del botón de información' },
        size: 6,
        placeholder: { en: 'Ask for information', es: 'Pide información' },
      },
    },
    {
      hasLaabConnection: {
        label: { en: 'Connected with Laab', es: 'Conectado con Laab' },
        hint: {
          en: 'Shows the text and the link below.',
          es: 'Muestra el texto y el enlace de abajo.',
        },
      },
    },
    { laabConnection: { label: { en: 'Laab connection', es: 'Conexión con Laab' } } },
    { seo },
  ],
  sections: [
    { from: 'title', heading: { en: 'Basic data', es: 'Datos básicos' } },
    { from: 'verticals', heading: { en: 'Classification', es: 'Clasificación' } },
    { from: 'cardImage', heading: { en: 'Appearance', es: 'Aspecto' } },
    {
      from: 'fullPrice',
      heading: { en: 'Price and sale', es: 'Precio y venta' },
    },
    { from: 'acronym', heading: { en: 'Details by type', es: 'Datos según el tipo' } },
    { from: 'presentation', heading: { en: 'Texts of its page', es: 'Textos de su página' } },
    { from: 'enrolButton', heading: { en: 'Buttons and links', es: 'Botones y enlaces' } },
    {
      from: 'seo',
      heading: { en: 'Outside our site', es: 'Fuera de nuestro sitio' },
    },
  ],
  hidden: { order, label: { en: 'Title and SKU', es: 'Título y SKU' } },
};
