import { useEffect } from 'react';
import { useForm } from '@strapi/strapi/admin';
import { findLayout } from '#feature/layout';

type Values = Readonly<Record<string, unknown>>;
type Card = Readonly<Record<string, unknown>> & { id?: unknown; __component: string };
type Relation = {
  connect: readonly { label?: unknown; href?: unknown }[];
  disconnect: readonly unknown[];
};

const isCard = (value: unknown): value is Card =>
  typeof value === 'object' &&
  value !== null &&
  '__component' in value &&
  typeof value.__component === 'string';

const toCards = (value: unknown): readonly Card[] =>
  Array.isArray(value) && value.every(isCard) ? value : [];

const isRelation = (value: unknown): value is Relation =>
  typeof value === 'object' &&
  value !== null &&
  'connect' in value &&
  Array.isArray(value.connect) &&
  'disconnect' in value &&
  Array.isArray(value.disconnect);

/** The end of a product's label, which cards do not repeat (`server/entry-labels.ts`). */
const SKU_AT_END = / · [^ ]+$/;

/** Returns whether the label of a selected entry is computed, from its title and SKU. */
const hasComputedLabel = (href: unknown): boolean => {
  const uid = typeof href === 'string' ? /\w+::[\w.-]+/.exec(href)?.[0] : undefined;
  return findLayout(uid ?? null)?.shownAs !== undefined;
};

/** Returns the name of the selected entry; details follow it on lines of their own. */
const nameOf = ({ connect, disconnect }: Relation): string | undefined => {
  const [entry] = connect;
  if (entry === undefined) return disconnect.length === 0 ? undefined : '';
  if (typeof entry.label !== 'string') return undefined;
  const [name = ''] = entry.label.split('\n', 1);
  return hasComputedLabel(entry.href) ? name.replace(SKU_AT_END, '') : name;
};

/**
 * Returns the names that the cards of a form should have, by the path of the value that the panel
 * shows: a card is named after its entry. The database writes the names, but only when the form is
 * saved.
 */
export const listRenamedCards = (
  values: Values,
  initial: Values,
): [path: string, name: unknown][] =>
  Object.entries(values).flatMap(([zone, value]) =>
    toCards(value).flatMap((card, index): [string, unknown][] => {
      const layout = findLayout(card.__component);
      if (layout === undefined || !(layout.title in (layout.hidden ?? {}))) return [];
      const stored = toCards(initial[zone]).find(
        ({ id, __component: uid }) =>
          id !== undefined && id === card.id && uid === card.__component,
      );
      const names = layout.rows
        .flatMap((row) => Object.keys(row))
        .flatMap((field) => (isRelation(card[field]) ? (nameOf(card[field]) ?? []) : []));
      const name = names[0] ?? stored?.[layout.title] ?? null;
      return name === (card[layout.title] ?? null)
        ? []
        : [[`${zone}.${index}.${layout.title}`, name]];
    }),
  );

/** Names the cards of a form after the entries that the user selects, before the form is saved. */
export const CardNames = () => {
  const values = useForm('CardNames', (form) => form.values as Values);
  const initial = useForm('CardNames', (form) => form.initialValues as Values);
  const change = useForm('CardNames', (form) => form.onChange);
  useEffect(() => {
    for (const [path, name] of listRenamedCards(values, initial)) change(path, name);
  }, [values, initial, change]);
  return null;
};
