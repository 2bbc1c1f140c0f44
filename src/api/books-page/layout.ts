import { seo } from '#catalogue/fields';
import { banners, courseList, pageLayout } from '#catalogue/page-layout';

export const booksPage = pageLayout('books-page', { en: 'Page: Books', es: 'Página: Libros' }, [
  { media: banners },
  { courseList },
  { seo },
]);
