import { createTexts } from '#feature/admin/texts';
import en from '../translations/en.json';

export const { useTexts, message } = createTexts(en);

/** Returns the name of a page type without its prefix: "Home" for "Page: Home". */
export const withoutPagePrefix = (name: string): string => name.replace(/^[^:]*: /, '');
