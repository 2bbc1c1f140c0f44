import { createTexts } from '#feature/admin/texts';
import en from '../translations/en.json';

export const { useTexts, isMessage, message } = createTexts(en);
