import type { StrapiApp } from '@strapi/strapi/admin';
import { textsInSpanish } from './es';

type Text = { label?: unknown; hint?: unknown };
type Rows = readonly (readonly Text[])[];
type EditLayout = {
  layout: readonly Rows[];
  components: Readonly<Record<string, { layout: Rows } | undefined>>;
};
type EditView = { layout: EditLayout };
type ListView = { displayedHeaders: readonly Text[] };

const texts: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = {
  es: textsInSpanish,
};

/** Strapi keeps one text for all languages: the English one. What an editor wrote instead stays. */
const translated = <T>(text: T): T | string => {
  const language = document.documentElement.lang;
  return typeof text === 'string' ? (texts[language]?.[text] ?? text) : text;
};

const translateField = <Field extends Text>(field: Field): Field => ({
  ...field,
  ...('label' in field && { label: translated(field.label) }),
  ...('hint' in field && { hint: translated(field.hint) }),
});

const translateRows = (rows: Rows): Rows => rows.map((row) => row.map(translateField));

const translateForm = ({ layout, ...rest }: EditView): EditView => ({
  ...rest,
  layout: {
    ...layout,
    layout: layout.layout.map(translateRows),
    components: Object.fromEntries(
      Object.entries(layout.components).map(([uid, component]) => [
        uid,
        component && { ...component, layout: translateRows(component.layout) },
      ]),
    ),
  },
});

const translateColumns = ({ displayedHeaders, ...rest }: ListView): ListView => ({
  ...rest,
  displayedHeaders: displayedHeaders.map(translateField),
});

/** Shows the names and hints of fields in the language of whoever looks at them. */
export const registerEditorTexts = (app: StrapiApp): void => {
  app.registerHook('Admin/CM/pages/EditView/mutate-edit-view-layout', translateForm);
  app.registerHook('Admin/CM/pages/ListView/inject-column-in-table', translateColumns);
};
