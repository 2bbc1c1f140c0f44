import { seo } from '#catalogue/fields';
import { createPageLayout } from '#catalogue/page-layout';

export const homePage = createPageLayout('home-page', { en: 'Page: Home', es: 'Página: Inicio' }, [
  {
    carouselMedia: {
      label: { en: 'Carousel', es: 'Carrusel' },
      hint: {
        en: 'The slides at the top, in the order in which they turn.',
        es: 'Las diapositivas de arriba, en el orden en que pasan.',
      },
    },
  },
  {
    channels: {
      label: { en: 'Channels', es: 'Canales' },
      hint: {
        en: 'The logos of universities and partners, in the order given here.',
        es: 'Los logotipos de universidades y socios, en este orden.',
      },
    },
  },
  {
    tendencies: {
      label: { en: 'Trends', es: 'Tendencias' },
      hint: {
        en: 'Series, products and lives that are popular now.',
        es: 'Las series, los productos y los directos del momento.',
      },
    },
  },
  {
    contents: {
      label: { en: 'Contents', es: 'Contenidos' },
      hint: {
        en: 'Below the trends: series, products and lives.',
        es: 'Bajo las tendencias: series, productos y directos.',
      },
    },
  },
  {
    imagenPlan: {
      label: { en: 'Pictures of the plans', es: 'Imágenes de los planes' },
      hint: { en: 'Beside the plans below.', es: 'Junto a los planes de abajo.' },
    },
  },
  {
    planTypes: {
      label: { en: 'Plans', es: 'Planes' },
      hint: { en: 'The ways to subscribe.', es: 'Las formas de suscribirse.' },
    },
  },
  { seo },
]);
