import { textsOf } from '#feature/admin/texts';
import en from '../translations/en.json';

export const { useTexts } = textsOf(en);
