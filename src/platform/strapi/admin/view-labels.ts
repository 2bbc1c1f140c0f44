import { adminApi } from '@strapi/strapi/admin';

type Transform = (answer: unknown, meta: unknown, argument: unknown) => unknown;
type Definition = { transformResponse?: Transform } | undefined;

type Configuration = {
  contentType?: { metadatas?: Readonly<Record<string, { list?: { label?: unknown } }>> };
};

/**
 * Translates the names of columns that a user chooses for a list. Strapi has hooks for the columns
 * of the table only, and reads these names from the stored configuration.
 */
export const translateColumnNames = (translate: (text: unknown) => unknown): void => {
  const inConfiguration = (definition: Definition): void => {
    // The names stay as they are stored if Strapi requests them in another way.
    if (definition === undefined) return;
    const { transformResponse: transform } = definition;
    definition.transformResponse = (answer, meta, argument) => {
      const configuration = (
        transform === undefined ? answer : transform(answer, meta, argument)
      ) as Configuration;
      const { contentType } = configuration;
      if (contentType?.metadatas === undefined) return configuration;
      const metadatas = Object.fromEntries(
        Object.entries(contentType.metadatas).map(([name, one]) => [
          name,
          { ...one, list: { ...one.list, label: translate(one.list?.label) } },
        ]),
      );
      return { ...configuration, contentType: { ...contentType, metadatas } };
    };
  };
  adminApi.enhanceEndpoints({ endpoints: { getContentTypeConfiguration: inConfiguration } });
};
