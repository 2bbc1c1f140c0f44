import { app } from './app';

/** Complete responses of the sample catalogue, written by hand from the interface and the data files. */

const readPath = async <T>(path: string): Promise<T> =>
  (await app.request.get(`/api${path}`).expect(200)).body as T;

const number = expect.any(Number) as number;
const text = expect.any(String) as string;
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

const ids = { id: number, documentId: text };
const times = { createdAt: time, updatedAt: time, publishedAt: time };
const picture = {
  ...ids,
  url: expect.stringMatching(/^\/uploads\//) as string,
  isUrlSigned: false,
};
const withName = (name: string) => ({ ...ids, name });
const label = (greenTag: string) => ({ id: number, greenTag });

/** The differences between full and short pictures. */
const fullPicture = expect.objectContaining({
  ...picture,
  mime: 'image/webp',
  alternativeText: text,
  formats: {
    thumbnail: expect.objectContaining({
      url: expect.stringMatching(/^\/uploads\/thumbnail_/) as string,
      isUrlSigned: false,
    }) as unknown,
  },
  provider: 'local',
  folderPath: text,
}) as unknown;

const channel = (name: string, greenTag: object | null) => ({
  ...withName(name),
  logo: picture,
  greenTag,
});
const valdemora = channel('Universidad de Valdemora', label('PREMIUM'));

const emptyFields = {
  acronym: null,
  contract: null,
  isSoon: null,
  subjectData: null,
  instalmentsPrice: null,
  presencialType: null,
  limitedPlaces: null,
  hasLaabConnection: null,
};

describe('a short course', () => {
  it('GET /products/productBySlug – returns the complete course', async () => {
    expect(await readPath('/products/productBySlug/ecg-en-urgencias/es')).toEqual({
      ...ids,
      SKU: 'MED-CC-001',
      locale: 'es',
      order: 210,
      publishedAt: time,
      slug: 'ecg-en-urgencias',
      payID: 'prod_medicina_101',
      title: 'ECG en urgencias ⚡',
      type: 'Curso corto',
      mediaHeader: fullPicture,
      cardImage: fullPicture,
      categories: [withName('Cardiología'), withName('Urgencias y emergencias')],
      protagonists: [withName('Dra. Elena Ruiz Santamaría'), withName('Dr. Martín Oyarzabal')],
      channels: [valdemora],
      header: {
        id: number,
        modality: 'Online',
        duration: '6 semanas · 40 horas',
        certificate: true,
        language: ['Español'],
        level: 'Intermedio',
        credits: '3 créditos CFC',
        ebookNumber: 3,
        startingDate: 'Acceso inmediato',
        lessonNumber: 18,
        appAvailable: true,
        universityDegree: null,
      },
      greenTag: label('TOP 10'),
      seo: {
        id: number,
        title: 'Curso de ECG en urgencias',
        description:
          'Decide con seguridad ante un electrocardiograma en los primeros diez minutos.',
        author: 'Campus Medicina',
        image: fullPicture,
      },
      fullPrice: 240,
      tuitionPrice: 180,
      numberLimitedPlaces: null,
      laabConnection: null,
      bookDetails: null,
      vertical: ['medicina'],
      payCrm: 'main',
      createdAt: time,
      updatedAt: time,
      ...emptyFields,
      limitedPlaces: false,
      enrolButton: 'Matricúlate ahora',
      formButton: 'Pide información',
      purchaseType: 'single',
      syllabus: expect.stringMatching(/^1\. El método y el papel\n/) as string,
      presentation: expect.stringContaining('**setenta trazados reales**') as string,
      objectives: expect.stringMatching(/^- Leer cualquier electrocardiograma/) as string,
      directed: 'Medicina y enfermería de urgencias, emergencias y atención primaria.',
    });
  });

  it('languages of the header – are names', async () => {
    expect(await readPath('/products/productBySlug/emergency-ecg/en')).toMatchObject({
      locale: 'en',
      title: 'Emergency ECG ⚡',
      header: { language: ['Spanish', 'English subtitles'], startingDate: 'Start any time' },
    });
  });
});

type List = { data: Record<string, unknown>[] };

describe('an in-person course', () => {
  it('without a picture – is in its list', async () => {
    const { data } = await readPath<List>('/products/courses?lang=es');
    expect(data.find(({ SKU }) => SKU === 'PSI-CP-001')).toEqual({
      ...ids,
      SKU: 'PSI-CP-001',
      locale: 'es',
      order: 540,
      publishedAt: time,
      slug: 'psicodrama-intensivo',
      payID: 'prod_psicologia_301',
      title: 'Psicodrama intensivo de fin de semana',
      type: 'Curso presencial',
      mediaHeader: null,
      cardImage: null,
      categories: [withName('Psicoterapia')],
      protagonists: [withName('Lucía Etxeberria')],
      channels: [expect.objectContaining(withName('Universitat de Port Blau'))],
      header: {
        id: number,
        modality: 'Presencial',
        duration: '2 días · 14 horas',
        certificate: true,
        language: ['Español'],
        level: 'Todos los niveles',
        credits: null,
        ebookNumber: null,
        startingDate: '12 y 13 de octubre de 2030, San Sebastián',
        lessonNumber: 5,
        appAvailable: null,
        universityDegree: null,
      },
      greenTag: null,
      seo: {
        id: number,
        title: 'Psicodrama intensivo de fin de semana',
        description: 'Dos días para poner una historia en escena y mirarla desde fuera.',
        author: 'Campus Psicología',
        image: null,
      },
      fullPrice: 220,
      tuitionPrice: null,
      numberLimitedPlaces: 14,
      laabConnection: null,
      bookDetails: null,
    });
  });
});

describe('a master', () => {
  it('is in its list with its academic data', async () => {
    const { data } = await readPath<List>('/products/masters?lang=en');
    expect(data.find(({ SKU }) => SKU === 'MED-MA-001')).toMatchObject({
      slug: 'master-in-cardiology',
      type: 'Máster',
      fullPrice: 5400,
      tuitionPrice: 900,
      categories: [withName('Cardiology')],
      mediaHeader: picture,
      cardImage: picture,
      header: {
        duration: '12 months · 1,500 hours',
        credits: '60 ECTS credits',
        ebookNumber: 20,
        lessonNumber: 140,
        universityDegree: 'Master awarded by Universidad de Valdemora',
      },
      greenTag: label('PREMIUM'),
      bookDetails: null,
    });
  });
});

type Channel = {
  data: {
    products: { SKU: string; title: string }[];
    series: { name: string }[];
    lives: Record<string, unknown>[];
  };
};

const ecgLive = {
  ...ids,
  title: 'ECG en directo: diez trazados, diez decisiones',
  slug: 'ecg-en-directo',
  vertical: 'medicina',
  ...times,
  locale: null,
  closeRoom: 'La sala se cierra diez minutos después de empezar.',
  ondemandTitle: 'ECG en directo: la grabación',
  type: 'Sesión clínica',
  extCertificate: 'Certificado de asistencia de la Universidad de Valdemora',
  ondemandUrlM3u8: 'https://video.example.com/lives/ecg-en-directo/index.m3u8',
  timeZone: 'Europe/Madrid',
  program: [
    {
      id: number,
      title: 'Primera parte',
      row: [
        {
          id: number,
          hour: '18:00',
          about: 'Presentación y método de los nueve pasos',
          protagonists: [withName('Dra. Elena Ruiz Santamaría')],
        },
        {
          id: number,
          hour: '18:20',
          about: 'Cinco trazados que no pueden esperar',
          protagonists: [withName('Dra. Elena Ruiz Santamaría'), withName('Dr. Martín Oyarzabal')],
        },
      ],
    },
    {
      id: number,
      title: 'Segunda parte',
      row: [
        {
          id: number,
          hour: '19:00',
          about: 'Cinco trazados enviados por el público',
          protagonists: [withName('Dr. Martín Oyarzabal')],
        },
        { id: number, hour: null, about: 'Preguntas', protagonists: [] },
      ],
    },
  ],
  typeOfLive: {
    id: number,
    typeLive: 'Zoom',
    startDate: '2025-03-12T17:00:00.000Z',
    iframeCode: null,
  },
  image: picture,
  protagonists: [withName('Dra. Elena Ruiz Santamaría'), withName('Dr. Martín Oyarzabal')],
  channels: [valdemora],
  greenTag: label('TOP 10'),
};

describe('a university', () => {
  it('GET /channel – returns the channel and its content', async () => {
    const { data } = await readPath<Channel>('/channel/universidad-de-valdemora?lang=es');
    const { products, series, lives, ...channelFields } = data;
    expect(channelFields).toEqual({
      ...withName('Universidad de Valdemora'),
      description: expect.stringMatching(/^Universidad pública fundada en 1974/) as string,
      slug: 'universidad-de-valdemora',
      type: 'University',
      ...times,
      locale: null,
      order: 10,
      vertical: ['medicina', 'psicologia'],
      logo: expect.objectContaining({ ...picture, mime: 'image/png' }) as unknown,
      backgroundImage: fullPicture,
      headVideo: {
        id: number,
        title: 'Aprender donde se cura',
        m3u8Link: 'https://video.example.com/channels/universidad-de-valdemora/index.m3u8',
        company: 'Universidad de Valdemora',
      },
      mediaCard: [
        { id: number, sliderName: 'Títulos propios' },
        { id: number, sliderName: 'Aula hospitalaria' },
        { id: number, sliderName: 'Investigación' },
      ],
      greenTag: label('PREMIUM'),
      seo: {
        id: number,
        title: 'Universidad de Valdemora · Formación sanitaria',
        description:
          'Programas y másteres de medicina y psicología de la Universidad de Valdemora.',
        author: 'Universidad de Valdemora',
        image: fullPicture,
      },
    });
    const course = products.find(({ SKU }) => SKU === 'MED-CC-001');
    expect(course).toMatchObject({
      title: 'ECG en urgencias ⚡',
      vertical: ['medicina'],
      payCrm: 'main',
      cardImage: picture,
      enrolButton: 'Matricúlate ahora',
    });
    expect(course).not.toHaveProperty('header');
    expect(course).not.toHaveProperty('bookDetails');
    expect(series.find(({ name }) => name === 'A corazón abierto')).toEqual({
      ...withName('A corazón abierto'),
      order: 20,
      slug: 'a-corazon-abierto',
      description: expect.stringMatching(/^La doctora Elena Ruiz Santamaría explica/) as string,
      ...times,
      locale: 'es',
      needLogin: true,
      vertical: ['medicina'],
    });
    expect(lives[0]).toEqual(ecgLive);
  });
});

describe('a partner', () => {
  it('GET /channel – returns the channel and its content', async () => {
    const { data } = await readPath<Channel>('/channel/simula-lab?lang=es');
    expect(data).toMatchObject({
      name: 'Simula Lab 🩺',
      type: 'Partner',
      order: 80,
      vertical: ['medicina'],
      mediaCard: [{ sliderName: 'Escenarios' }, { sliderName: 'Debriefing' }],
      greenTag: label('PROMOCIÓN'),
      seo: { author: 'Simula Lab', image: null },
    });
    expect(data.products.map(({ title }) => title)).toContain('Simulación de parada cardiaca ❤️‍🩹');
    expect(data.series.map(({ name }) => name)).toEqual(['Historias clínicas']);
    expect(data.lives.map(({ slug }) => slug)).toEqual(['congreso-de-simulacion-clinica-2030']);
  });

  it('is in the list of its business line', async () => {
    const { data } = await readPath<List>('/channels/medicina');
    expect(data.find(({ slug }) => slug === 'simula-lab')).toEqual({
      ...withName('Simula Lab 🩺'),
      description: expect.stringMatching(/^Centro de simulación clínica/) as string,
      slug: 'simula-lab',
      type: 'Partner',
      ...times,
      order: 80,
      vertical: 'medicina',
    });
    expect(await readPath('/channels/medicina?lang=en')).toEqual({ data });
    await app.request.get('/api/channels/medicina?lang=fr').expect(404);
  });
});

describe('a series', () => {
  it('is listed with its episodes', async () => {
    const { data } = await readPath<List>('/series/getSeries?lang=es&vertical=medicina');
    const episode = (name: string, slug: string) => ({
      ...withName(name),
      m3u8Link: `https://video.example.com/series/a-corazon-abierto/${slug}/index.m3u8`,
    });
    expect(data.find(({ slug }) => slug === 'a-corazon-abierto')).toEqual({
      ...withName('A corazón abierto'),
      slug: 'a-corazon-abierto',
      description: text,
      headVideo: {
        id: number,
        title: 'Un músculo y muchas historias',
        m3u8Link: 'https://video.example.com/series/a-corazon-abierto/trailer/index.m3u8',
        company: 'Universidad de Valdemora',
      },
      image: picture,
      cardImage: picture,
      episodes: [
        episode('El latido', 'el-latido'),
        episode('Dolor en el pecho', 'dolor-en-el-pecho'),
        episode('Una válvula cansada', 'una-valvula-cansada'),
        episode('Volver a correr', 'volver-a-correr'),
      ],
      categories: [withName('Cardiología')],
      channels: [valdemora],
      seo: {
        id: number,
        title: 'A corazón abierto, la serie',
        description: 'Cardiología contada a través de cuatro personas.',
        author: 'Universidad de Valdemora',
        image: null,
      },
      greenTag: null,
    });
    expect(data.find(({ slug }) => slug === 'historias-clinicas')).toMatchObject({
      headVideo: null,
    });
  });
});

describe('an episode', () => {
  const seriesPath = '/episodes/bySeries/a-corazon-abierto';

  it('series of the episode – is in the requested locale', async () => {
    const { data } = await readPath<List>(`${seriesPath}?lang=es`);
    expect(data[0]).toEqual({
      ...withName('El latido'),
      slug: 'el-latido',
      duration: '28:00',
      language: 'es',
      m3u8Link: 'https://video.example.com/series/a-corazon-abierto/el-latido/index.m3u8',
      summary: 'Por qué late el corazón, qué lo desordena y cuándo conviene preocuparse.',
      image: picture,
      protagonists: [withName('Dra. Elena Ruiz Santamaría')],
      channels: [valdemora],
      series: expect.arrayContaining([
        { ...withName('A corazón abierto'), slug: 'a-corazon-abierto' },
      ]) as unknown,
    });
  });

  it('pages of the list – contain the episodes in order', async () => {
    const { data: wholeList } = await readPath<List>(seriesPath);
    const pagination = { pageSize: 3, pageCount: 2, total: 4 };
    expect(await readPath(`${seriesPath}?pageSize=3`)).toEqual({
      data: wholeList.slice(0, 3),
      meta: { pagination: { page: 1, ...pagination } },
    });
    expect(await readPath(`${seriesPath}?page=2&pageSize=3`)).toEqual({
      data: wholeList.slice(3),
      meta: { pagination: { page: 2, ...pagination } },
    });
    expect(await readPath(`${seriesPath}?page=3&pageSize=3`)).toMatchObject({ data: [] });
  });
});

describe('a protagonist', () => {
  it('is returned with courses, masters, series and lives', async () => {
    const card = (title: string, greenTag: object | null) => ({
      ...ids,
      title,
      cardImage: picture,
      greenTag,
      channels: expect.arrayContaining([valdemora]) as unknown,
    });
    const { data } = await readPath<{ data: Record<string, { title: string }[]> }>(
      '/protagonist/elena-ruiz-santamaria/es',
    );
    const { courses, masters, series, lives, ...protagonistFields } = data;
    expect(protagonistFields).toEqual({
      ...withName('Dra. Elena Ruiz Santamaría'),
      cv: expect.stringMatching(/^Cardióloga clínica y jefa de la unidad coronaria/) as string,
      image: picture,
      greenTag: label('TOP 10'),
      seo: {
        id: number,
        title: 'Elena Ruiz Santamaría, cardióloga',
        description: 'Cursos, libros y series de la doctora Elena Ruiz Santamaría.',
        author: 'Campus Medicina',
        image: null,
      },
    });
    expect(courses?.[0]).toEqual(card('ECG en urgencias ⚡', label('TOP 10')));
    expect(courses).toHaveLength(3);
    expect(masters).toEqual([card('Máster en cardiología e imagen cardiaca', label('PREMIUM'))]);
    expect(series?.map(({ title }) => title)).toEqual(['A corazón abierto', 'Historias clínicas']);
    expect(series?.[0]).toEqual(card('A corazón abierto', null));
    expect(lives).toEqual([
      card('ECG en directo: diez trazados, diez decisiones', label('TOP 10')),
    ]);
  });
});
