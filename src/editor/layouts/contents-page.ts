import { seo } from './common';
import { banners, courseList, pageLayout } from './page';

export const contentsPage = pageLayout('contents-page', [
  { media: banners },
  { courseList },
  { seo },
]);
