import { seo } from '#catalogue/fields';
import { banners, courseList, createPageLayout } from '#catalogue/page-layout';

export const contentsPage = createPageLayout(
  'contents-page',
  { en: 'Page: Contents', es: 'Página: Contenidos' },
  [{ media: banners }, { courseList }, { seo }],
);
