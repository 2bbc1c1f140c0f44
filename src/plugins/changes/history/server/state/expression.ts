import type { ModelLookup } from '../../../../../delivery/plan/model';
import { contentExpression } from '../../../../../catalogue/content-expression';
import { titleExpression } from '../../../../../catalogue/title-expression';
import type { TableLookup } from '../../../../../platform/strapi/tables';
import { contentOf } from './content';

type Compilation = { models: ModelLookup; tables: TableLookup };

/**
 * Returns an SQL expression for an entry's content as JSON. It contains values, components and
 * zones in full. Relations are stored by id and title, media by id and name.
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
      // Referenced entries have their own history.
      reference: (uid, alias) =>
        uid === 'plugin::upload.file'
          ? `jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name)`
          : `jsonb_build_object('documentId', ${alias}.document_id, 'title', ${titleExpression(compilation, uid, alias)})`,
    },
    root,
    rootAlias,
  );
