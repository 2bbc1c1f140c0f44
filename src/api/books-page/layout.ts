import { seo } from '#catalogue/fields';
import { banners, courseList, createPageLayout } from '#catalogue/page-layout';

export const booksPage = createPageLayout(
  'books-page',
  { en: 'Page: Books', es: 'Página: Libros' },
  [{ media: banners }, { courseList }, { seo }],
);
