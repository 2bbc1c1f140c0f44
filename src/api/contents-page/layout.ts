import { seo } from '../../catalogue/fields';
import { banners, courseList, pageLayout } from '../../catalogue/page-layout';

export const contentsPage = pageLayout('contents-page', [
  { media: banners },
  { courseList },
  { seo },
]);
