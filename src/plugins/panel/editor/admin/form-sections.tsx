import { Typography } from '@strapi/design-system';
import type { StrapiApp } from '@strapi/strapi/admin';
import type { Layout, Section } from '#feature/layout';
import { useLanguage } from '#feature/admin/texts';

type FormField = { name: string; size?: number };
type FormRow = readonly FormField[];
type FormPanel = readonly FormRow[];

const HEADING = 'section-heading';

type HeadingField = FormField & {
  type: typeof HEADING;
  label: string;
  attribute: { type: typeof HEADING; section: Section };
  visible: true;
};

/**
 * Returns the heading of a section as a form field. It has the name of the title field, because
 * Strapi hides fields without a permission.
 */
const createHeading = (section: Section, title: string): HeadingField => ({
  name: title,
  type: HEADING,
  label: '',
  size: 12,
  attribute: { type: HEADING, section },
  visible: true,
});

/** Props that the form passes. Strapi's types declare none of them. */
type PassedProps = { attribute?: { section?: Section } };

/** Renders a heading in the place of a field. */
const SectionHeading = ({ attribute }: PassedProps) => {
  const language = useLanguage();
  const section = attribute?.section;
  if (section === undefined) return null;
  return (
    <Typography tag="h2" variant="delta" data-section={section.from}>
      {section.heading[language]}
    </Typography>
  );
};

/**
 * Splits the rows of a form's panel into sections. Rows before the first section, and rows that
 * editors have moved there, stay together without a heading.
 */
export const inSections = (
  panel: FormPanel,
  { sections = [], title }: Pick<Layout, 'sections' | 'title'>,
): FormPanel[] => {
  const panels: FormRow[][] = [[]];
  for (const row of panel) {
    const section = sections.find(({ from }) => row.some(({ name }) => name === from));
    if (section !== undefined) panels.push([[createHeading(section, title)]]);
    panels.at(-1)?.push(row);
  }
  return panels.filter((rows) => rows.length > 0);
};

type EditView = { layout: { layout: readonly FormPanel[] }; query?: unknown };

/**
 * Returns whether the open page configures the view. Headings would be treated as fields there and
 * stored.
 */
const isArranging = (): boolean => window.location.pathname.includes('/configurations/');

/** Finds the layout of a form by its fields, because Strapi does not pass the type. */
const findLayout = (
  panels: readonly FormPanel[],
  layouts: readonly Layout[],
): Layout | undefined => {
  const names = panels.flat(2).map(({ name }) => name);
  return layouts.find(({ rows }) => names.every((name) => rows.some((row) => name in row)));
};

/** Field type that must be registered with Strapi while the panel starts. */
export const sectionHeading = { type: HEADING, Component: SectionHeading };

/** Groups the rows of forms under headings, as their layouts define. */
export const divideForms = (app: StrapiApp, layouts: readonly Layout[]): void => {
  const divided = layouts.filter(({ sections }) => sections !== undefined);
  app.registerHook(
    'Admin/CM/pages/EditView/mutate-edit-view-layout',
    <View extends EditView>(view: View): View => {
      const sectionLayout = findLayout(view.layout.layout, divided);
      if (sectionLayout === undefined || isArranging()) return view;
      const layout = view.layout.layout.flatMap((panel) => inSections(panel, sectionLayout));
      return { ...view, layout: { ...view.layout, layout } };
    },
  );
};
