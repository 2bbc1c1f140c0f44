import { seo } from './common';
import { banners, courseList, pageLayout } from './page';

export const booksPage = pageLayout('books-page', [{ media: banners }, { courseList }, { seo }]);
