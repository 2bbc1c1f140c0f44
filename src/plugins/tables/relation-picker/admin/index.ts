import type { PanelFeature } from '#feature/admin/panel';
import { showOptions } from '#platform/strapi/admin/relations';
import {
  changeRelations,
  findNamingAttribute,
  type RelationEntry,
} from '#platform/strapi/admin/requests';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { describe, type EntryDetails } from '../describe';

/** Maximum number of cached pictures. */
const MOST_PICTURES = 1_000;

/** Text id of Strapi's placeholder in an empty relation field. */
const PLACEHOLDER = 'content-manager.relation.add';

const pictures = new Map<string, string | null>();

const texts = {
  products(count: number): string {
    const languageTexts = document.documentElement.lang === 'es' ? es : en;
    const text =
      languageTexts[count === 1 ? 'relation-picker.product' : 'relation-picker.products'];
    return text.replace('{count}', String(count));
  },
};

const remember = (text: string, picture: string | null): void => {
  if (pictures.size >= MOST_PICTURES) pictures.clear();
  pictures.set(text, picture);
};

const withAbout = (entry: RelationEntry): RelationEntry => {
  const { about, ...relationEntry } = entry as { about?: EntryDetails | null } & RelationEntry;
  const name = findNamingAttribute(relationEntry);
  if (about === null || about === undefined || name === undefined) return relationEntry;
  const text = describe(String(relationEntry[name]), about, texts);
  remember(text, about.picture);
  return { ...relationEntry, [name]: text };
};

/** Distinguishes entries of the same name in relation fields. */
export const panel: PanelFeature = {
  name: 'relation-picker',
  translations: {
    en: { ...en, [PLACEHOLDER]: en['relation-picker.add'] },
    es: { ...es, [PLACEHOLDER]: es['relation-picker.add'] },
  },
  bootstrap(): void {
    changeRelations(withAbout);
    showOptions((text) => pictures.get(text));
  },
};
