import { createPageLayout } from '#catalogue/page-layout';

export const channelsPage = createPageLayout(
  'channels-page',
  { en: 'Page: Channels', es: 'Página: Canales' },
  [
    {
      carousel: {
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
          en: 'The channels presented, in the order given here.',
          es: 'Los canales que se presentan, en este orden.',
        },
      },
    },
  ],
);
