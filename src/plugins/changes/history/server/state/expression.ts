import type { ModelLookup } from '../../../../../delivery/plan/model';
import { contentExpression } from '../../../../../delivery/readers/sql/content';
import { titleExpression } from '../../../../../delivery/readers/sql/title';
import type { TableLookup } from '../../../../../platform/strapi/tables';
import { contentOf } from './content';

type Compilation = { models: ModelLookup; tables: TableLookup };

/**
 * An entry's whole content as JSON, as an SQL expression over its row: its values, components and zones in
 * full; of relations the document's id and title, of media the file's id and name.
 */
export const stateExpression = (
  compilation: Compilation,
  root: string,
  rootAlias: string,
): string =>
  contentExpression(
    {
      ...compilation,
      attributesOf: (uid) => contentOf(compilation.models, uid).map(([name]) => name),
      // Only what names it: what it holds is its own history's.
      reference: (uid, alias) =>
        uid === 'plugin::upload.file'
          ? `jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name)`
          : `jsonb_build_object('documentId', ${alias}.document_id, 'title', ${titleExpression(compilation, uid, alias)})`,
    },
    root,
    rootAlias,
  );
