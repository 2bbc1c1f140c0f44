import { seo } from '../../catalogue/fields';
import { pageLayout } from '../../catalogue/page-layout';

export const homePage = pageLayout('home-page', [
  {
    carouselMedia: {
      label: 'Carousel',
      hint: 'The slides at the top, in the order in which they turn.',
    },
  },
  {
    channels: {
      label: 'Channels',
      hint: 'The logos of universities and partners, in the order given here.',
    },
  },
  {
    tendencies: {
      label: 'Trends',
      hint: 'What is popular now: series, products and lives.',
    },
  },
  {
    contents: {
      label: 'Contents',
      hint: 'Below the trends: series, products and lives.',
    },
  },
  { imagenPlan: { label: 'Pictures of the plans', hint: 'Beside the plans below.' } },
  { planTypes: { label: 'Plans', hint: 'The ways to subscribe.' } },
  { seo },
]);
