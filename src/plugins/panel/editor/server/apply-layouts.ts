import { createHash } from 'node:crypto';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import {
  getConfigurationStores,
  type Configuration,
  type ContentManagerModel,
  type FieldMetadata,
} from '#platform/strapi/content-manager-configuration';
import { getFeatures } from '#feature/application';
import type { Layout, Text, Field } from '#feature/layout';
import type { Feature } from '#feature/feature';
import { recordLabels } from '#catalogue/fields';

export type Layouts = { types: readonly Layout[]; components: readonly Layout[] };

/** Returns the form layouts of all content types and components of some features. */
export const collectLayouts = (features: readonly Feature[]): Layouts => ({
  types: features.flatMap(({ layouts }) => layouts?.types ?? []),
  components: features.flatMap(({ layouts }) => layouts?.components ?? []),
});

/** Version of the conversion. Increase it to store unchanged layouts again. */
const VERSION = 1;

const isText = (value: unknown): value is Text =>
  typeof value === 'object' && value !== null && 'en' in value && 'es' in value;

/** Properties that the panel adds itself and that are not stored. */
const unstored = ['sections', 'choices'];

/**
 * Hashes the stored part of a layout, in English only. Another translation or heading must not
 * store the layout again and overwrite the editors' changes.
 */
const hashOf = (layout: Layout, relations: unknown): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        [VERSION, [{ ...layout, name: undefined }, relations]],
        (key, value: unknown) => {
          if (unstored.includes(key)) return undefined;
          return isText(value) ? value.en : value;
        },
      ),
    )
    .digest('hex');

/**
 * Stores the layouts of the code in the admin panel. A layout is written once, and again when the
 * code changes it. In between, the editors' own changes are kept.
 */
export const applyLayouts = async (
  { strapi }: WithStrapi,
  layouts: Layouts = collectLayouts(getFeatures({ strapi })),
): Promise<void> => {
  const store = strapi.store({ type: 'editor', name: 'layouts', key: 'hashes' });
  const appliedHashes = (await store.get({})) as Record<string, string> | null;
  const names = new Map(
    layouts.types.map(({ uid, title, shownAs }) => [uid, shownAs ?? title] as const),
  );
  const hashes: Record<string, string> = {};
  const configurations = getConfigurationStores({ strapi });
  for (const kind of ['types', 'components'] as const) {
    const stored = configurations[kind];
    for (const layout of layouts[kind]) {
      const model = stored.find(layout.uid);
      if (model === undefined)
        throw new Error(`There is a layout for ${layout.uid}, which does not exist.`);
      const targets = Object.values(model.attributes).flatMap(
        (attribute) => attribute?.targetModel ?? [],
      );
      const relations = targets.map((uid) => names.get(uid) ?? null);
      const hash = hashOf(layout, relations);
      hashes[layout.uid] = hash;
      if (appliedHashes?.[layout.uid] === hash) continue;
      const storedConfiguration = await stored.read(model);
      const findTitleAttribute = (uid: string): string | undefined => names.get(uid);
      await stored.write(
        model,
        buildConfiguration(layout, {
          model,
          stored: storedConfiguration,
          shownAs: findTitleAttribute,
        }),
      );
    }
  }
  await store.set({ value: hashes });
};

/** Size of a field without a given size: the whole row. */
const WHOLE_ROW = 12;

/** Returns the attribute that names a type's entries in relations. */
type ShownAs = (uid: string) => string | undefined;

const inEnglish = (text: string | Text): string => (typeof text === 'string' ? text : text.en);

const buildMetadata = (
  storedMetadata: FieldMetadata,
  { field, label, shownAs }: { field?: Field; label?: Text; shownAs?: string },
): FieldMetadata => ({
  edit: {
    ...storedMetadata.edit,
    ...(label !== undefined && { label: label.en }),
    description: field?.hint?.en ?? '',
    placeholder: inEnglish(field?.placeholder ?? ''),
    ...(shownAs !== undefined && { mainField: shownAs }),
  },
  list: { ...storedMetadata.list, ...(label !== undefined && { label: label.en }) },
});

/**
 * Returns the view configuration of a layout, based on Strapi's default. Strapi stores one text for
 * all languages, the English one; the panel translates it.
 */
const buildConfiguration = (
  layout: Layout,
  {
    model,
    stored,
    shownAs,
  }: { model: ContentManagerModel; stored: Configuration; shownAs: ShownAs },
): Configuration => {
  const fields: Record<string, Field> = Object.fromEntries(
    layout.rows.flatMap((row) => Object.entries(row)),
  );
  const labels: Record<string, Text | undefined> = { ...recordLabels, ...layout.hidden };
  const metadatas = Object.entries(stored.metadatas).map(([name, metadata]) => {
    const field = fields[name];
    const label = field?.label ?? labels[name];
    const target = model.attributes[name]?.targetModel;
    const relation = target === undefined ? undefined : shownAs(target);
    return [
      name,
      buildMetadata(metadata, {
        ...(field !== undefined && { field }),
        ...(label !== undefined && { label }),
        ...(relation !== undefined && { shownAs: relation }),
      }),
    ] as const;
  });
  return {
    settings: {
      ...stored.settings,
      mainField: layout.title,
      ...(layout.sort !== undefined && {
        defaultSortBy: layout.sort.by,
        defaultSortOrder: layout.sort.order,
      }),
      ...(layout.columns !== undefined && { pageSize: 20 }),
    },
    metadatas: Object.fromEntries(metadatas),
    layouts: {
      list: layout.columns === undefined ? stored.layouts.list : [...layout.columns],
      edit: layout.rows.map((row) =>
        Object.entries(row).map(([name, { size = WHOLE_ROW }]) => ({ name, size })),
      ),
    },
  };
};
