const spanish: Readonly<Record<string, string>> = {
  type: 'Tipo',
  categories: 'Categorías',
  protagonists: 'Protagonistas',
  channels: 'Canales',
  header: 'Cabecera',
  bookDetails: 'Ficha del libro',
  seo: 'Buscadores',
  fullPrice: 'Precio',
  tuitionPrice: 'Precio con descuento',
  instalmentsPrice: 'Precio de la cuota',
  numberLimitedPlaces: 'Plazas',
  vertical: 'Líneas de negocio',
  presentation: 'Presentación',
  objectives: 'Objetivos',
  directed: 'Dirigido a',
  subjectData: 'Asignaturas',
  syllabus: 'Temario',
  contract: 'Condiciones',
  enrolButton: 'Botón de matrícula',
  formButton: 'Botón del formulario',
  modality: 'Modalidad',
  duration: 'Duración',
  certificate: 'Certificado',
  language: 'Idioma',
  level: 'Nivel',
  credits: 'Créditos',
  startingDate: 'Comienzo',
  lessonNumber: 'Lecciones',
  author: 'Autor',
  description: 'Descripción',
  headVideo: 'Vídeo de cabecera',
  mediaCard: 'Carrusel',
  lives: 'Directos',
  products: 'Productos',
  series: 'Series',
  episodes: 'Episodios',
  courses: 'Cursos',
  masters: 'Másteres',
  program: 'Programa',
  typeOfLive: 'Emisión',
  cv: 'Trayectoria',
  carouselMedia: 'Carrusel',
  carousel: 'Carrusel',
  media: 'Carrusel',
  tendencies: 'Tendencias',
  contents: 'Contenidos',
  imagenPlan: 'Imágenes de los planes',
  planTypes: 'Planes',
  courseList: 'Estantes',
  FeatureImage: 'Imágenes',
  cardBody: 'Cuerpo',
  body: 'Cuerpo',
  slug: 'Slug',
};

/** A field's name for people. */
export type Words = (key: string) => string;

const englishWords: Words = (key) => {
  const spaced = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

const spanishWords: Words = (key) => spanish[key] ?? englishWords(key);

/** Field names in a document's language, in English where there is no other. */
export const wordsIn = (lang: string): Words =>
  lang.startsWith('es') ? spanishWords : englishWords;
