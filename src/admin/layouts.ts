/// <reference types="vite/client" />
import type { Layout, Text } from '../feature/layout';

const modules = import.meta.glob<Readonly<Record<string, Layout | readonly Layout[]>>>(
  [
    '../{api,plugins}/*/layout.ts',
    '../plugins/*/*/layout.ts',
    '../catalogue/component-layouts/*.ts',
  ],
  { eager: true },
);

/** The forms of every content type and component, as the server stores them; here for their texts. */
export const layouts: readonly Layout[] = Object.values(modules).flatMap((module) =>
  Object.values(module).flat(),
);

/** The id under which Strapi asks for a name: a content type's own in English, a component's UID. */
const idOf = ({ uid, name }: Layout & { name: Text }): string =>
  uid.includes('::') ? name.en : uid;

/** Strapi asks for the name of a value under the value itself. */
const choicesOf = ({ rows }: Layout): [id: string, name: Text][] =>
  rows.flatMap((row) => Object.values(row)).flatMap(({ choices = {} }) => Object.entries(choices));

/**
 * What content types are called, components where editors choose among them, and the values that they choose from.
 */
export const namesIn = (language: keyof Text): Record<string, string> =>
  Object.fromEntries(
    layouts
      .flatMap((layout): [id: string, name: Text][] => {
        const { name } = layout;
        const own: [id: string, name: Text][] =
          name === undefined ? [] : [[idOf({ ...layout, name }), name]];
        return [...own, ...choicesOf(layout)];
      })
      .map(([id, name]) => [id, name[language]]),
  );
