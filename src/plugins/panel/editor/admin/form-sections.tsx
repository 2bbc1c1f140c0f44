import { Typography } from '@strapi/design-system';
import type { StrapiApp } from '@strapi/strapi/admin';
import type { Layout, Section } from '../../../../feature/layout';
import { useLanguage } from '../../../../feature/admin/texts';

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

/** It goes by the name of the entry's title: Strapi shows nobody what there is no permission for. */
const headingOf = (section: Section, title: string): HeadingField => ({
  name: title,
  type: HEADING,
  label: '',
  size: 12,
  attribute: { type: HEADING, section },
  visible: true,
});

/** What the form hands over; Strapi's types promise none of it. */
type Handed = { attribute?: { section?: Section } };

/** Stands in the form where a field would. */
const SectionHeading = ({ attribute }: Handed) => {
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
 * The rows of a form's panel in as many panels as there are sections. Rows before the first section, or of fields
 * that editors have moved there, stay together without a heading.
 */
export const inSections = (
  panel: FormPanel,
  { sections = [], title }: Pick<Layout, 'sections' | 'title'>,
): FormPanel[] => {
  const panels: FormRow[][] = [[]];
  for (const row of panel) {
    const section = sections.find(({ from }) => row.some(({ name }) => name === from));
    if (section !== undefined) panels.push([[headingOf(section, title)]]);
    panels.at(-1)?.push(row);
  }
  return panels.filter((rows) => rows.length > 0);
};

type EditView = { layout: { layout: readonly FormPanel[] }; query?: unknown };

/** In the page where the form itself is arranged, headings would be taken for fields and stored. */
const isArranging = (): boolean => window.location.pathname.includes('/configurations/');

/** Strapi does not say whose form it draws, so it is known by its fields. */
const layoutOf = (panels: readonly FormPanel[], layouts: readonly Layout[]): Layout | undefined => {
  const names = panels.flat(2).map(({ name }) => name);
  return layouts.find(({ rows }) => names.every((name) => rows.some((row) => name in row)));
};

/** To be made known to Strapi while the panel puts its parts together. */
export const sectionHeading = { type: HEADING, Component: SectionHeading };

/** Puts the rows of forms under headings, as their layouts say. */
export const divideForms = (app: StrapiApp, layouts: readonly Layout[]): void => {
  const divided = layouts.filter(({ sections }) => sections !== undefined);
  app.registerHook(
    'Admin/CM/pages/EditView/mutate-edit-view-layout',
    <View extends EditView>(view: View): View => {
      const known = layoutOf(view.layout.layout, divided);
      if (known === undefined || isArranging()) return view;
      const layout = view.layout.layout.flatMap((panel) => inSections(panel, known));
      return { ...view, layout: { ...view.layout, layout } };
    },
  );
};
