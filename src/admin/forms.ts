/// <reference types="vite/client" />
import type { Layout, Text } from '#feature/layout';
import type { PublishingRules } from '#feature/publishing-rules';

const layoutModules = import.meta.glob<Readonly<Record<string, Layout | readonly Layout[]>>>(
  [
    '../{api,plugins}/*/layout.ts',
    '../plugins/*/*/layout.ts',
    '../catalogue/component-layouts/*.ts',
  ],
  { eager: true },
);

/**
 * The forms of every content type and component, as the server stores them. The panel uses their
 * texts.
 */
export const layouts: readonly Layout[] = Object.values(layoutModules).flatMap((module) =>
  Object.values(module).flat(),
);

/**
 * Returns the translation id of a name in Strapi: a content type's English name, or a component's
 * UID.
 */
const getTranslationId = ({ uid, name }: Layout & { name: Text }): string =>
  uid.includes('::') ? name.en : uid;

/** Returns the names of enumeration values. Strapi uses the value itself as the translation id. */
const listChoices = ({ rows }: Layout): [id: string, name: Text][] =>
  rows.flatMap((row) => Object.values(row)).flatMap(({ choices = {} }) => Object.entries(choices));

/**
 * Returns the names of content types, of components that editors choose, and of enumeration values.
 */
export const collectNames = (language: keyof Text): Record<string, string> =>
  Object.fromEntries(
    layouts
      .flatMap((layout): [id: string, name: Text][] => {
        const { name } = layout;
        const formNames: [id: string, name: Text][] =
          name === undefined ? [] : [[getTranslationId({ ...layout, name }), name]];
        return [...formNames, ...listChoices(layout)];
      })
      .map(([id, name]) => [id, name[language]]),
  );

const ruleModules = import.meta.glob<Readonly<Record<string, PublishingRules>>>(
  ['../{api,plugins}/*/publishing-rules.ts', '../plugins/*/*/publishing-rules.ts'],
  { eager: true },
);

/** The publishing rules of every type. The server uses the same rules. */
export const publishingRules: readonly PublishingRules[] = Object.values(ruleModules).flatMap(
  (module) => Object.values(module),
);
