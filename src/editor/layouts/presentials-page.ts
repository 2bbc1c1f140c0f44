import { seo } from './common';
import { banners, courseList, pageLayout } from './page';

export const presentialsPage = pageLayout('presentials-page', [
  { media: banners },
  { courseList },
  { seo },
]);
