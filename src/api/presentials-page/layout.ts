import { seo } from '#catalogue/fields';
import { banners, courseList, pageLayout } from '#catalogue/page-layout';

export const presentialsPage = pageLayout(
  'presentials-page',
  { en: 'Page: In-person courses', es: 'Página: Presenciales' },
  [{ media: banners }, { courseList }, { seo }],
);
