import { createTexts } from '#feature/admin/texts';
import en from '../translations/en.json';

export const { useTexts, message, isMessage } = createTexts(en);

/** Returns the feature's texts in the user's language. */
export type Texts = ReturnType<typeof useTexts>;
