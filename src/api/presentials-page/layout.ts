import { seo } from '../../catalogue/fields';
import { banners, courseList, pageLayout } from '../../catalogue/page-layout';

export const presentialsPage = pageLayout('presentials-page', [
  { media: banners },
  { courseList },
  { seo },
]);
