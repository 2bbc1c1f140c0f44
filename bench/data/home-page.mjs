import { documentIdOf, randomOf, textOf } from './random.mjs';

/**
 * Returns a home page with two dynamic zones of twelve cards, as calls of the Document Service. The
 * Document Service also stores the cards' slots, as for an editor.
 *
 * @param {ReturnType<typeof import('./catalogue.mjs').surroundings>} around
 * @param {number} size how many products there are
 * @returns {[string, object][]}
 */
export const homePageOf = ({ verticals, channels, series, lives }, size) => {
  const random = randomOf('home');
  const zone = (/** @type {number} */ offset) =>
    Array.from({ length: 12 }, (_, index) => {
      if (index % 4 === 3) {
        return {
          __component: 'home.series-home',
          serie: series[(index + offset) % series.length]?.documentId,
        };
      }
      if (index % 6 === 4) {
        return {
          __component: 'home.live-home',
          live: lives[(index + offset) % lives.length]?.documentId,
        };
      }
      const product = documentIdOf(`api::product.product ${(index * 7 + offset) % size}`);
      return { __component: 'home.product-home', product };
    });
  const data = {
    vertical: verticals[0]?.documentId,
    carouselMedia: [0, 1, 2].map((index) => ({
      description: textOf(random, 60),
      link: '/courses',
      backgroundMedia: 1 + index,
      icon: 5 + index,
    })),
    channels: channels.map(({ documentId }) => documentId),
    tendencies: zone(0),
    contents: zone(31),
    imagenPlan: [1, 2],
    planTypes: [0, 1].map(() => ({ title: textOf(random, 15), description: textOf(random, 80) })),
    seo: {
      title: textOf(random, 40),
      description: textOf(random, 120),
      author: textOf(random, 12),
      image: 1,
    },
  };
  return [['api::home-page.home-page', { data, locale: 'es', status: 'published' }]];
};
