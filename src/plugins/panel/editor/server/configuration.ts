import type {
  Configuration,
  ContentManagerModel,
  FieldMetadata,
} from '../../../../platform/strapi/content-manager-configuration';
import { recordLabels } from '../../../../catalogue/fields';
import type { Field, Layout, Text } from '../../../../feature/layout';

/** Size of a field without a given size: the whole row. */
const WHOLE_ROW = 12;

/** Returns the attribute that names a type's entries in relations. */
export type ShownAs = (uid: string) => string | undefined;

const inEnglish = (text: string | Text): string => (typeof text === 'string' ? text : text.en);

const metadataOf = (
  own: FieldMetadata,
  { field, label, shownAs }: { field?: Field; label?: Text; shownAs?: string },
): FieldMetadata => ({
  edit: {
    ...own.edit,
    ...(label !== undefined && { label: label.en }),
    description: field?.hint?.en ?? '',
    placeholder: inEnglish(field?.placeholder ?? ''),
    ...(shownAs !== undefined && { mainField: shownAs }),
  },
  list: { ...own.list, ...(label !== undefined && { label: label.en }) },
});

/**
 * Returns the view configuration of a layout, based on Strapi's default. Strapi stores one text for
 * all languages, the English one; the panel translates it.
 */
export const configurationOf = (
  layout: Layout,
  { model, own, shownAs }: { model: ContentManagerModel; own: Configuration; shownAs: ShownAs },
): Configuration => {
  const fields: Record<string, Field> = Object.fromEntries(
    layout.rows.flatMap((row) => Object.entries(row)),
  );
  const labels: Record<string, Text | undefined> = { ...recordLabels, ...layout.hidden };
  const metadatas = Object.entries(own.metadatas).map(([name, metadata]) => {
    const field = fields[name];
    const label = field?.label ?? labels[name];
    const target = model.attributes[name]?.targetModel;
    const relation = target === undefined ? undefined : shownAs(target);
    return [
      name,
      metadataOf(metadata, {
        ...(field !== undefined && { field }),
        ...(label !== undefined && { label }),
        ...(relation !== undefined && { shownAs: relation }),
      }),
    ] as const;
  });
  return {
    settings: {
      ...own.settings,
      mainField: layout.title,
      ...(layout.sort !== undefined && {
        defaultSortBy: layout.sort.by,
        defaultSortOrder: layout.sort.order,
      }),
      ...(layout.columns !== undefined && { pageSize: 20 }),
    },
    metadatas: Object.fromEntries(metadatas),
    layouts: {
      list: layout.columns === undefined ? own.layouts.list : [...layout.columns],
      edit: layout.rows.map((row) =>
        Object.entries(row).map(([name, { size = WHOLE_ROW }]) => ({ name, size })),
      ),
    },
  };
};
