type Language = 'en' | 'es';
type Word = Readonly<Record<Language, string>>;

const say = (en: string, es: string): Word => ({ en, es });

/** What fields are called, as in the forms of the admin panel. */
const fields: Readonly<Record<string, Word>> = {
  ISBN: say('ISBN', 'ISBN'),
  FeatureImage: say('Pictures', 'Imágenes'),
  about: say('What it is about', 'De qué trata'),
  acronym: say('Acronym', 'Siglas'),
  appAvailable: say('In the app', 'En la aplicación'),
  author: say('Author', 'Autor'),
  backgroundImage: say('Background', 'Fondo'),
  bindingFormat: say('Binding', 'Encuadernación'),
  body: say('Body', 'Cuerpo'),
  bookDetails: say('Book details', 'Ficha del libro'),
  cardBody: say('Body', 'Cuerpo'),
  cardImage: say('On cards and in lists', 'En tarjetas y listas'),
  carousel: say('Carousel', 'Carrusel'),
  carouselMedia: say('Carousel', 'Carrusel'),
  categories: say('Categories', 'Categorías'),
  certificate: say('Certificate', 'Certificado'),
  channels: say('Channels', 'Canales'),
  chapterIndex: say('Table of contents', 'Índice'),
  closeRoom: say('When the room is closed', 'Con la sala cerrada'),
  company: say('Company', 'Empresa'),
  contents: say('Contents', 'Contenidos'),
  contract: say('Terms of enrolment', 'Condiciones'),
  courseList: say('Shelves', 'Estantes'),
  courses: say('Courses', 'Cursos'),
  credits: say('Credits', 'Créditos'),
  cv: say('Career', 'Trayectoria'),
  description: say('Description', 'Descripción'),
  directed: say('Who it is for', 'Dirigido a'),
  duration: say('Duration', 'Duración'),
  ebookNumber: say('E-books', 'Libros electrónicos'),
  edition: say('Edition', 'Edición'),
  editorial: say('Publisher', 'Editorial'),
  editorialEmail: say('Publisher’s e-mail', 'Correo de la editorial'),
  enrolButton: say('Buying button', 'Botón de compra'),
  episodes: say('Episodes', 'Episodios'),
  extCertificate: say('Certificate', 'Certificado'),
  formButton: say('Enquiry button', 'Botón de consulta'),
  format: say('Format', 'Formato'),
  fullPrice: say('Full price', 'Precio completo'),
  hasLaabConnection: say('Connected with Laab', 'Conectado con Laab'),
  headVideo: say('Opening video', 'Vídeo de cabecera'),
  header: say('Header', 'Cabecera'),
  hour: say('Time', 'Hora'),
  iframeCode: say('Player', 'Reproductor'),
  image: say('Picture', 'Imagen'),
  imagenPlan: say('Pictures of the plans', 'Imágenes de los planes'),
  instalmentsPrice: say('Price of an instalment', 'Precio de la cuota'),
  isSoon: say('Coming soon', 'Próximamente'),
  laabConnection: say('Laab connection', 'Conexión con Laab'),
  language: say('Language', 'Idioma'),
  lessonNumber: say('Lessons', 'Lecciones'),
  level: say('Level', 'Nivel'),
  limitedPlaces: say('Places are limited', 'Plazas limitadas'),
  link: say('Link', 'Enlace'),
  lives: say('Lives', 'Directos'),
  logo: say('Logo', 'Logotipo'),
  m3u8Link: say('Video', 'Vídeo'),
  masters: say('Masters', 'Másteres'),
  media: say('Carousel', 'Carrusel'),
  mediaCard: say('Slides', 'Diapositivas'),
  mediaHeader: say('Opening picture or video', 'Imagen o vídeo de apertura'),
  modality: say('Modality', 'Modalidad'),
  needLogin: say('Needs a login', 'Requiere sesión'),
  numberLimitedPlaces: say('Places', 'Plazas'),
  numberOfIllustrations: say('Illustrations', 'Ilustraciones'),
  numberOfPages: say('Pages', 'Páginas'),
  objectives: say('Objectives', 'Objetivos'),
  ondemandTitle: say('Title of the recording', 'Título de la grabación'),
  ondemandUrlM3u8: say('Recording', 'Grabación'),
  planTypes: say('Plans', 'Planes'),
  presencialType: say('Kind of in-person course', 'Clase de curso presencial'),
  presentation: say('Presentation', 'Presentación'),
  products: say('Products', 'Productos'),
  program: say('Programme', 'Programa'),
  protagonists: say('Protagonists', 'Protagonistas'),
  publicationYear: say('Year', 'Año'),
  purchaseType: say('Way of paying', 'Forma de pago'),
  seo: say('In search results', 'En los buscadores'),
  series: say('Series', 'Series'),
  startDate: say('Begins', 'Comienza'),
  startingDate: say('Begins', 'Comienza'),
  subjectData: say('Subjects', 'Asignaturas'),
  syllabus: say('Syllabus', 'Temario'),
  synopsis: say('Synopsis', 'Sinopsis'),
  tendencies: say('Trends', 'Tendencias'),
  tuitionPrice: say('Price to pay', 'Precio a pagar'),
  type: say('Type', 'Tipo'),
  typeLive: say('Platform', 'Plataforma'),
  typeOfLive: say('Broadcast', 'Emisión'),
  universityDegree: say('University degree', 'Título universitario'),
  vertical: say('Business lines', 'Líneas de negocio'),
  workPosition: say('Position', 'Cargo'),
};

/** What has a name of its own in a section: pictures that stand apart, facts of an academic header. */
const sections = {
  pictures: say('Pictures', 'Imágenes'),
  academic: say('Academic data', 'Datos académicos'),
};

/** Choices that the model names for programs. */
const choices: Readonly<Record<string, Word>> = {
  single: say('One payment', 'Pago único'),
  subscription: say('Subscription', 'Suscripción'),
  instalments: say('Instalments', 'A plazos'),
  Physical: say('Printed', 'En papel'),
  Digital: say('Digital', 'Digital'),
  University: say('University', 'Universidad'),
  Partner: say('Partner', 'Socio'),
};

const choiceFields = new Set(['purchaseType', 'format', 'type']);
const prices = new Set(['fullPrice', 'tuitionPrice', 'instalmentsPrice']);

/** What kinds of documents are called, by the name of their type in addresses. */
const types: Readonly<Record<string, Word>> = {
  product: say('Product', 'Producto'),
  channel: say('Channel', 'Canal'),
  series: say('Series', 'Serie'),
  protagonist: say('Protagonist', 'Protagonista'),
  live: say('Live', 'Directo'),
  'home-page': say('Home page', 'Página de inicio'),
  'presentials-page': say('In-person courses', 'Cursos presenciales'),
  'books-page': say('Books', 'Libros'),
  'contents-page': say('Contents', 'Contenidos'),
  'company-page': say('Company', 'Empresa'),
  'channels-page': say('Channels', 'Canales'),
  'platform-page': say('Platform', 'Plataforma'),
};

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

const moment = (value: string, language: Language): string =>
  `${new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'es-ES', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(value))} UTC`;

/** How a preview speaks: a document's own language where it knows it, else English. */
export type Words = {
  field: (key: string) => string;
  section: (name: keyof typeof sections) => string;
  type: (name: string) => string;
  value: (key: string, value: unknown) => string;
};

/** The words of a document's language. */
export const wordsIn = (lang: string): Words => {
  const language: Language = lang.startsWith('es') ? 'es' : 'en';
  return {
    field: (key) => fields[key]?.[language] ?? key,
    section: (name) => sections[name][language],
    type: (name) => types[name]?.[language] ?? name,
    value: (key, value) => {
      if (typeof value === 'boolean') return value ? '✓' : '—';
      if (Array.isArray(value)) return value.join(' · ');
      if (typeof value === 'number' && prices.has(key)) {
        // Grouped in Spanish too, which leaves four digits alone by itself.
        return value.toLocaleString(language, { maximumFractionDigits: 2, useGrouping: 'always' });
      }
      const text = String(value);
      if (choiceFields.has(key)) return choices[text]?.[language] ?? text;
      return TIMESTAMP.test(text) ? moment(text, language) : text;
    },
  };
};

/** Every field that has a name. */
export const namedFields: readonly string[] = Object.keys(fields);
