import { isContent } from '../../../../catalogue/content-attributes';
import type { ModelAttribute, ModelLookup } from '../../../../delivery/plan/model';
import { contentExpression } from '../../../../catalogue/content-expression';
import { titleExpression } from '../../../../catalogue/title-expression';
import type { TableLookup } from '../../../../platform/strapi/tables';

/** Returns whether a content type has a history: catalogue, pages and e-mails do. */
export const hasHistory = (uid: string): boolean => uid.startsWith('api::');

/**
 * Returns the attributes that an entry or component stores itself. A relation belongs to the side
 * that stores it: references from other entries do not change an entry.
 */
export const contentOf = (
  models: ModelLookup,
  uid: string,
): readonly (readonly [name: string, attribute: ModelAttribute])[] =>
  Object.entries(models(uid).attributes).filter(
    ([name, { mappedBy }]) => isContent(name) && mappedBy === undefined,
  );

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
