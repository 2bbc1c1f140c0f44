import { seo } from '#catalogue/fields';
import { banners, courseList, createPageLayout } from '#catalogue/page-layout';

export const presentialsPage = createPageLayout(
  'presentials-page',
  { en: 'Page: In-person courses', es: 'Página: Presenciales' },
  [{ media: banners }, { courseList }, { seo }],
);
