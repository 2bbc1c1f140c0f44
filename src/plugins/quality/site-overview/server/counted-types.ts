import type { UID } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../../../platform/with-strapi';
import type { Definition } from '../../../../platform/database/installer';
import { contentTypesOf, isLocalized } from '../../../../platform/strapi/models';
import { tablesOf } from '../../../../platform/strapi/tables';
import { isPageType } from '../../../pages';

/** The types of the application that have languages, pages apart. */
export const countedTypes = ({ strapi }: WithStrapi): UID.ContentType[] =>
  contentTypesOf({ strapi })
    .filter((type) => type.uid.startsWith('api::') && isLocalized(type) && !isPageType(type.uid))
    .map(({ uid }) => uid)
    .sort();

/** All that counting looks at, by document: it reads a tenth of what the rows themselves take. */
export const countDefinitions = ({ strapi }: WithStrapi): readonly Definition[] =>
  countedTypes({ strapi }).map((uid) => {
    const { name: table, column } = tablesOf({ strapi })(uid);
    const [document, locale, published, updated] = [
      'documentId',
      'locale',
      'publishedAt',
      'updatedAt',
    ].map((attribute) => escapeIdentifier(column(attribute)));
    const name = `ix_${table}_versions`;
    return {
      kind: 'index',
      name,
      table,
      create: `CREATE INDEX ${name} ON ${escapeIdentifier(table)} (${document}, ${locale}) INCLUDE (${published}, ${updated})`,
    };
  });
