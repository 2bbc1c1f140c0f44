import { seo } from '#catalogue/fields';
import { banners, courseList, pageLayout } from '#catalogue/page-layout';

export const contentsPage = pageLayout(
  'contents-page',
  { en: 'Page: Contents', es: 'Página: Contenidos' },
  [{ media: banners }, { courseList }, { seo }],
);
