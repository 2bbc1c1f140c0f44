import { textsOf } from '../../../../feature/admin/texts';
import en from '../translations/en.json';

export const { useTexts, message, isMessage } = textsOf(en);

/** Gives the feature's texts in the language of whoever looks at the panel. */
export type Texts = ReturnType<typeof useTexts>;
