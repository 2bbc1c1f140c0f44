import { createContext, useContext } from 'react';
import { formatAmount, formatMoney } from '#catalogue/money/format-money';

type Language = 'en' | 'es';
type Message = Readonly<Record<Language, string>>;

const message = (en: string, es: string): Message => ({ en, es });

/** Field labels, the same as in the forms of the admin panel. */
const fields: Readonly<Record<string, Message>> = {
  ISBN: message('ISBN', 'ISBN'),
  FeatureImage: message('Pictures', 'Imágenes'),
  about: message('What it is about', 'De qué trata'),
  acronym: message('Acronym', 'Siglas'),
  appAvailable: message('In the app', 'En la aplicación'),
  author: message('Author', 'Autor'),
  backgroundImage: message('Background', 'Fondo'),
  bindingFormat: message('Binding', 'Encuadernación'),
  body: message('Body', 'Cuerpo'),
  bookDetails: message('Book details', 'Ficha del libro'),
  cardBody: message('Body', 'Cuerpo'),
  cardImage: message('On cards and in lists', 'En tarjetas y listas'),
  carousel: message('Carousel', 'Carrusel'),
  carouselMedia: message('Carousel', 'Carrusel'),
  categories: message('Categories', 'Categorías'),
  certificate: message('Certificate', 'Certificado'),
  channels: message('Channels', 'Canales'),
  chapterIndex: message('Table of contents', 'Índice'),
  closeRoom: message('When the room is closed', 'Con la sala cerrada'),
  company: message('Company', 'Empresa'),
  contents: message('Contents', 'Contenidos'),
  contract: message('Terms of enrolment', 'Condiciones'),
  courseList: message('Shelves', 'Estantes'),
  courses: message('Courses', 'Cursos'),
  credits: message('Credits', 'Créditos'),
  cv: message('Career', 'Trayectoria'),
  description: message('Description', 'Descripción'),
  directed: message('Who it is for', 'Dirigido a'),
  duration: message('Duration', 'Duración'),
  ebookNumber: message('E-books', 'Libros electrónicos'),
  edition: message('Edition', 'Edición'),
  editorial: message('Publisher', 'Editorial'),
  editorialEmail: message('Publisher’s e-mail', 'Correo de la editorial'),
  enrolButton: message('Buying button', 'Botón de compra'),
  episodes: message('Episodes', 'Episodios'),
  extCertificate: message('Certificate', 'Certificado'),
  formButton: message('Enquiry button', 'Botón de consulta'),
  format: message('Format', 'Formato'),
  fullPrice: message('Full price', 'Precio completo'),
  hasLaabConnection: message('Connected with Laab', 'Conectado con Laab'),
  headVideo: message('Opening video', 'Vídeo de cabecera'),
  header: message('Header', 'Cabecera'),
  hour: message('Time', 'Hora'),
  iframeCode: message('Player', 'Reproductor'),
  image: message('Picture', 'Imagen'),
  imagenPlan: message('Pictures of the plans', 'Imágenes de los planes'),
  instalmentsPrice: message('Price of an instalment', 'Precio de la cuota'),
  isOffSale: message('Off sale', 'Venta cerrada'),
  isSoon: message('Coming soon', 'Próximamente'),
  laabConnection: message('Laab connection', 'Conexión con Laab'),
  language: message('Language', 'Idioma'),
  lessonNumber: message('Lessons', 'Lecciones'),
  level: message('Level', 'Nivel'),
  limitedPlaces: message('Places are limited', 'Plazas limitadas'),
  link: message('Link', 'Enlace'),
  lives: message('Lives', 'Directos'),
  logo: message('Logo', 'Logotipo'),
  m3u8Link: message('Video', 'Vídeo'),
  masters: message('Masters', 'Másteres'),
  media: message('Carousel', 'Carrusel'),
  mediaCard: message('Slides', 'Diapositivas'),
  mediaHeader: message('Opening picture or video', 'Imagen o vídeo de apertura'),
  modality: message('Modality', 'Modalidad'),
  needLogin: message('Needs a login', 'Requiere sesión'),
  numberLimitedPlaces: message('Places', 'Plazas'),
  numberOfIllustrations: message('Illustrations', 'Ilustraciones'),
  numberOfPages: message('Pages', 'Páginas'),
  objectives: message('Objectives', 'Objetivos'),
  offSaleText: message('Text while off sale', 'Texto mientras no se vende'),
  onSaleAgainAt: message('On sale again from', 'De nuevo a la venta desde'),
  ondemandTitle: message('Title of the recording', 'Título de la grabación'),
  ondemandUrlM3u8: message('Recording', 'Grabación'),
  planTypes: message('Plans', 'Planes'),
  presencialType: message('Kind of in-person course', 'Clase de curso presencial'),
  presentation: message('Presentation', 'Presentación'),
  products: message('Products', 'Productos'),
  program: message('Programme', 'Programa'),
  protagonists: message('Protagonists', 'Protagonistas'),
  publicationYear: message('Year', 'Año'),
  purchaseType: message('Way of paying', 'Forma de pago'),
  seo: message('In search results', 'En los buscadores'),
  series: message('Series', 'Series'),
  startDate: message('Begins', 'Comienza'),
  startingDate: message('Begins', 'Comienza'),
  subjectData: message('Subjects', 'Asignaturas'),
  syllabus: message('Syllabus', 'Temario'),
  synopsis: message('Synopsis', 'Sinopsis'),
  tendencies: message('Trends', 'Tendencias'),
  timeZone: message('Time zone of the hours', 'Zona horaria de las horas'),
  tuitionPrice: message('Price to pay', 'Precio a pagar'),
  type: message('Type', 'Tipo'),
  typeLive: message('Platform', 'Plataforma'),
  typeOfLive: message('Broadcast', 'Emisión'),
  universityDegree: message('University degree', 'Título universitario'),
  vertical: message('Business lines', 'Líneas de negocio'),
  workPosition: message('Position', 'Cargo'),
};

/** Headings of sections that are not fields, such as separate pictures and academic data. */
const sections = {
  enrolmentFee: message('Enrolment fee', 'Matrícula'),
  pictures: message('Pictures', 'Imágenes'),
  academic: message('Academic data', 'Datos académicos'),
  badge: message('Label', 'Etiqueta'),
  buy: message('Buy', 'Comprar'),
  lines: message('As it looks in', 'Tal como se ve en'),
  notOnSale: message('Not on sale', 'No está a la venta'),
  slide: message('Slide', 'Diapositiva'),
  title: message('Title', 'Título'),
  untitled: message('Without a title', 'Sin título'),
};

/** Labels of enumeration values that the model stores for programs. */
const choices: Readonly<Record<string, Message>> = {
  single: message('One payment', 'Pago único'),
  subscription: message('Subscription', 'Suscripción'),
  instalments: message('Instalments', 'A plazos'),
  Physical: message('Printed', 'En papel'),
  Digital: message('Digital', 'Digital'),
  University: message('University', 'Universidad'),
  Partner: message('Partner', 'Socio'),
};

const choiceFields = new Set(['purchaseType', 'format', 'type']);
const prices = new Set(['fullPrice', 'tuitionPrice', 'instalmentsPrice']);

/** Names of content types, by their name in URLs. */
const types: Readonly<Record<string, Message>> = {
  product: message('Product', 'Producto'),
  channel: message('Channel', 'Canal'),
  series: message('Series', 'Serie'),
  protagonist: message('Protagonist', 'Protagonista'),
  live: message('Live', 'Directo'),
  'home-page': message('Home page', 'Página de inicio'),
  'presentials-page': message('In-person courses', 'Cursos presenciales'),
  'books-page': message('Books', 'Libros'),
  'contents-page': message('Contents', 'Contenidos'),
  'company-page': message('Company', 'Empresa'),
  'channels-page': message('Channels', 'Canales'),
  'platform-page': message('Platform', 'Plataforma'),
};

export type Status = 'draft' | 'published';

const statuses: Readonly<Record<Status, Message>> = {
  draft: message('Draft', 'Borrador'),
  published: message('Published', 'Publicado'),
};

const notes: Readonly<Record<Status, Message>> = {
  draft: message(
    'This is how it reads with the unpublished changes.',
    'Así queda con los cambios sin publicar.',
  ),
  published: message('This is what visitors get.', 'Esto es lo que reciben los visitantes.'),
};

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

const formatMoment = (value: string, language: Language, timeZone: string): string =>
  `${new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'es-ES', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(value))} (${timeZone})`;

/** Interface texts in the document's language, or in English if there is no translation. */
export type Messages = {
  field: (key: string) => string;
  section: (name: keyof typeof sections) => string;
  type: (name: string) => string;
  /** Accessible label of a link to the form. */
  edit: (label: string) => string;
  status: (status: Status) => string;
  /** Explanation of the status. */
  note: (status: Status) => string;
  value: (key: string, value: unknown) => string;
};

/**
 * Returns the interface texts for a document in this language.
 *
 * @param currencies currencies of its prices; several if its business lines differ
 * @param timeZone time zone of instants, the one of the forms
 */
export const createMessages = (
  lang: string,
  currencies: readonly string[] = [],
  timeZone = 'UTC',
): Messages => {
  const language: Language = lang.startsWith('es') ? 'es' : 'en';
  return {
    field: (key) => fields[key]?.[language] ?? key,
    section: (name) => sections[name][language],
    type: (name) => types[name]?.[language] ?? name,
    edit: (name) => (language === 'es' ? `Editar: ${name}` : `Edit: ${name}`),
    status: (status) => statuses[status][language],
    note: (status) => notes[status][language],
    value: (key, value) => {
      if (typeof value === 'boolean') return value ? '✓' : '—';
      if (Array.isArray(value)) return value.join(' · ');
      if (typeof value === 'number' && prices.has(key)) {
        return currencies.length === 0
          ? formatAmount(value, language)
          : currencies.map((currency) => formatMoney(value, currency, language)).join(' · ');
      }
      const text = String(value);
      if (choiceFields.has(key)) return choices[text]?.[language] ?? text;
      return TIMESTAMP.test(text) ? formatMoment(text, language, timeZone) : text;
    },
  };
};

export const labelledFields: readonly string[] = Object.keys(fields);

/** Locale of the previewed document. */
export const DocumentLanguage = createContext('en');

/** Currencies of the document's business lines. */
export const Currencies = createContext<readonly string[]>([]);

/** Time zone of the document's instants. */
export const TimeZone = createContext('UTC');

/** Returns the interface texts in the document's language. */
export const useMessages = (): Messages =>
  createMessages(useContext(DocumentLanguage), useContext(Currencies), useContext(TimeZone));
