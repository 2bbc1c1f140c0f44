import type { WithStrapi } from '#platform/strapi/with-strapi';
import { currentActor } from '#feature/current-actor';
import { contentTypesOf, findModel } from '#platform/strapi/models';
import { tableOf } from '#platform/strapi/queries';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { auditedActionsOf, recordAudit } from './record';

type Params = { documentId?: string; data?: object };

type WriteResult = { documentId?: string } | null | undefined;

/**
 * Returns whether an actor's writes are recorded: users and tokens. Writes of students and the
 * service are routine.
 */
const isRecorded = (kind: string): boolean => kind === 'user' || kind === 'token';

const fieldsIn = ({ strapi }: WithStrapi, uid: string, data: object): readonly string[] => {
  const attributes = findModel({ strapi }, uid)?.attributes ?? {};
  return Object.keys(data).filter((name) => name in attributes);
};

/**
 * Records writes of roles, settings and other entries that are no content, in the transaction of the write.
 */
export const recordAuditedWrites = ({ strapi }: WithStrapi): DocumentMiddleware => {
  const { documents } = auditedActionsOf({ strapi });

  const nameOf = async (uid: string, documentId: string): Promise<string | null> => {
    const type = contentTypesOf({ strapi }).find((contentType) => contentType.uid === uid);
    const name = documents[uid]?.name;
    if (type === undefined || name === undefined) return null;
    const row = await tableOf<Record<string, unknown>>({ strapi }, type.uid).findOne({
      where: { documentId },
    });
    const nameValue = row?.[name];
    return typeof nameValue === 'string' ? nameValue : null;
  };

  return async (context, next) => {
    const { uid, action } = context;
    const recorded = documents[uid]?.actions[action];
    if (recorded === undefined || !isRecorded(currentActor({ strapi }).kind)) return next();
    const { documentId, data = {} } = context.params as Params;

    return strapi.db.transaction(async () => {
      const before = documentId === undefined ? null : await nameOf(uid, documentId);
      const result = await next();
      const written = action === 'create' || action === 'clone' ? (result as WriteResult) : null;
      const id = written?.documentId ?? documentId;
      const name = id === undefined ? null : ((await nameOf(uid, id)) ?? before);
      const changedFields = action === 'update' ? fieldsIn({ strapi }, uid, data) : [];
      await recordAudit(
        { strapi },
        {
          action: recorded,
          target: { type: uid, id: id ?? null, name },
          details: changedFields.length > 0 ? { changed: changedFields } : {},
        },
      );
      return result;
    });
  };
};
