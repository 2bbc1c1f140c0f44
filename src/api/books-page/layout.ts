import { seo } from '../../catalogue/fields';
import { banners, courseList, pageLayout } from '../../catalogue/page-layout';

export const booksPage = pageLayout('books-page', [{ media: banners }, { courseList }, { seo }]);
