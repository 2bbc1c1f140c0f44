/**
 * Catalogue of the sandbox's partner. Callers send `idChannel` as `productId`.
 *
 * @typedef {{ id: string, name: string }} Author
 * @typedef {{ videoId: string, title: string, subtitle: string, text: string, authors: Author[] }}
 * Video
 * @typedef {{ idChannel: string, title: string, subtitle: string | null, text: string | null,
 * price: number, authors: Author[], video: Video[] }} Channel
 */

const ada = { id: 'ada-ferrer', name: 'Ada Ferrer' };
const bruno = { id: 'bruno-sala', name: 'Bruno Sala' };
const carla = { id: 'carla-ibanez', name: 'Carla Ibáñez' };

/** @type {readonly Channel[]} */
export const channels = [
  {
    idChannel: 'mindful-leadership',
    title: 'Liderazgo consciente',
    subtitle: 'Dirigir sin perder el norte',
    text: '<p>Tres conversaciones sobre <strong>dirigir personas</strong> con calma.</p>',
    price: 49.9,
    authors: [ada, bruno],
    video: [
      {
        videoId: 'mindful-leadership-1',
        title: 'Escuchar primero',
        subtitle: 'Lo que un equipo dice sin palabras',
        text: '<p>Cómo preparar una reunión en la que se escuche.</p>',
        authors: [ada],
      },
      {
        videoId: 'mindful-leadership-2',
        title: 'Decidir con dudas',
        subtitle: 'Avanzar sin tener todos los datos',
        text: '<p>Un método en <em>cuatro</em> pasos.</p>',
        authors: [bruno],
      },
    ],
  },
  {
    idChannel: 'everyday-neuroscience',
    title: 'Neurociencia para cada día',
    subtitle: null,
    text: '<p>Qué sabemos de la memoria, el sueño y la atención.</p>',
    price: 29,
    authors: [carla],
    video: [
      {
        videoId: 'everyday-neuroscience-1',
        title: 'Dormir para aprender',
        subtitle: 'Lo que pasa de noche',
        text: '<ul><li>Fases del sueño</li><li>Memoria</li></ul>',
        authors: [carla],
      },
    ],
  },
  {
    idChannel: 'studio-sessions',
    title: 'Sesiones de estudio',
    subtitle: 'Pronto, más vídeos',
    text: null,
    price: 0,
    authors: [],
    video: [],
  },
];

/**
 * Returns the catalogue in the form of the partner's interface.
 *
 * @param {object} tools
 * @param {(path: string) => string} tools.address returns the absolute URL of a file of the sandbox
 * @param {(path: string) => string} tools.signed returns the same URL with a temporary signature
 */
export const catalogueEntries = ({ address, signed }) => {
  const authors = (/** @type {Author[]} */ all) =>
    all.map(({ id, name }) => ({ name, image: address(`/pictures/author/${id}.svg`) }));
  const pictures = (/** @type {string} */ id) => ({
    background: address(`/pictures/background/${id}.svg`),
    cover: address(`/pictures/cover/${id}.svg`),
    trailer: signed(`/trailers/${id}/index.m3u8`),
  });
  return channels.map(({ video, text, ...channel }) => ({
    ...channel,
    authors: authors(channel.authors),
    ...pictures(channel.idChannel),
    htmlDescription: text,
    video: video.map(({ text: words, ...rest }) => ({
      ...rest,
      authors: authors(rest.authors),
      ...pictures(rest.videoId),
      htmlDescription: words,
    })),
  }));
};

/** Returns the text of a picture in the catalogue. @param {string} id */
export const wordsFor = (id) =>
  [
    ...channels.map((channel) => ({ id: channel.idChannel, words: channel.title })),
    ...channels.flatMap((channel) =>
      channel.video.map((video) => ({ id: video.videoId, words: video.title })),
    ),
    ...[ada, bruno, carla].map((author) => ({
      id: author.id,
      words: author.name.replace(/[^A-Z]/g, ''),
    })),
  ].find((film) => film.id === id)?.words;

/** Returns the start page for a person with a browser. @param {string} url */
export const frontPage = (url) =>
  [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Video partner</title>',
    '<style>body{font:16px sans-serif;max-width:50rem;margin:2rem auto}img{width:12rem}</style>',
    `<h1>Video partner (sandbox)</h1><p>Its interface is at <code>${url}</code>.</p>`,
    ...channels.map(
      ({ idChannel, title, video }) =>
        `<h2>${title}</h2><p><code>productId: ${idChannel}</code></p>` +
        video
          .map(
            ({ videoId }) =>
              `<figure><img alt="" src="/pictures/cover/${videoId}.svg">` +
              `<figcaption><code>videoId: ${videoId}</code></figcaption></figure>`,
          )
          .join(''),
    ),
  ].join('\n');
