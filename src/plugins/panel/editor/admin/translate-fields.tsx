/// <reference types="vite/client" />
import type { StrapiApp } from '@strapi/strapi/admin';
import { recordLabels } from '#catalogue/fields';
import type { Layout, Text } from '#feature/layout';
import { translateColumnNames } from '#platform/strapi/admin/requests';
import { useIntl } from 'react-intl';
import { Typography } from '@strapi/design-system';
import { replaceCells, type Cell } from '#platform/strapi/admin/content-manager';

type FieldTexts = { label?: unknown; hint?: unknown; placeholder?: unknown };
type Rows = readonly (readonly FieldTexts[])[];
type EditLayout = {
  layout: readonly Rows[];
  components: Readonly<Record<string, { layout: Rows } | undefined>>;
};
type EditView = { layout: EditLayout };
type ListView = { displayedHeaders: readonly FieldTexts[] };
type ListFilters = { displayedFilters: readonly FieldTexts[] };

const collectTexts = (layouts: readonly Layout[]): Text[] => [
  ...layouts
    .flatMap(({ rows }) => rows.flatMap((row) => Object.values(row)))
    .flatMap(({ label, hint, placeholder }) => [label, hint, placeholder])
    .filter((text): text is Text => typeof text === 'object'),
  ...layouts.flatMap(({ hidden }) => Object.values(hidden ?? {})),
  ...Object.values(recordLabels),
];

/**
 * Returns a translator of field texts. Strapi stores only the English text, by which the
 * translation is found. Texts that editors have changed stay as they are.
 */
const createTranslator = (layouts: readonly Layout[]) => {
  const byEnglish = new Map(collectTexts(layouts).map((text) => [text.en, text]));
  return (text: unknown): unknown => {
    if (typeof text !== 'string') return text;
    return document.documentElement.lang === 'es' ? (byEnglish.get(text)?.es ?? text) : text;
  };
};

/** Translates the labels, hints and placeholders of fields in forms, lists and list filters. */
export const translateFields = (app: StrapiApp, layouts: readonly Layout[]): void => {
  const translated = createTranslator(layouts);
  // In development the form that edits the stored names shows them as they are.
  if (!import.meta.env.DEV) translateColumnNames(translated);

  const translateField = <Field extends FieldTexts>(field: Field): Field => ({
    ...field,
    ...('label' in field && { label: translated(field.label) }),
    ...('hint' in field && { hint: translated(field.hint) }),
    ...('placeholder' in field && { placeholder: translated(field.placeholder) }),
  });

  const translateRows = (rows: Rows): Rows => rows.map((row) => row.map(translateField));

  app.registerHook(
    'Admin/CM/pages/EditView/mutate-edit-view-layout',
    ({ layout, ...rest }: EditView): EditView => ({
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
    }),
  );
  app.registerHook(
    'Admin/CM/pages/ListView/inject-column-in-table',
    ({ displayedHeaders, ...rest }: ListView): ListView => ({
      ...rest,
      displayedHeaders: displayedHeaders.map(translateField),
    }),
  );
  app.registerHook(
    'Admin/CM/pages/ListView/inject-in-filters',
    ({ displayedFilters, ...rest }: ListFilters): ListFilters => ({
      ...rest,
      displayedFilters: displayedFilters.map(translateField),
    }),
  );
};

/** Shows an enumeration value by the translation id that Strapi's forms use. */
const Choice = ({ value }: { value: string }) => {
  const { formatMessage } = useIntl();
  return (
    <Typography textColor="neutral800">
      {formatMessage({ id: value, defaultMessage: value })}
    </Typography>
  );
};

const renderChoiceCell: Cell = (entry, { name }) => {
  const value = entry[name];
  return typeof value === 'string' && value !== '' ? <Choice value={value} /> : '-';
};

/**
 * Translates enumeration values in lists as in forms. Columns with their own formatter are
 * unchanged.
 */
export const translateChoiceCells = (app: StrapiApp): void =>
  replaceCells(app, ({ attribute, cellFormatter }) =>
    attribute?.enum === undefined ? cellFormatter : (cellFormatter ?? renderChoiceCell),
  );
