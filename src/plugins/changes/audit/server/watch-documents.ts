import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getCurrentActor } from '#feature/current-actor';
import { listContentTypes, findModel } from '#platform/strapi/models';
import { getTable } from '#platform/strapi/queries';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { collectAuditedActions, recordAudit } from './record';

type Params = { documentId?: string; data?: object };

type WriteResult = { documentId?: string } | null | undefined;

/**
 * Returns whether an actor's writes are recorded: users and tokens. Writes of students and the
 * service are routine.
 */
const isRecorded = (kind: string): boolean => kind === 'user' || kind === 'token';

const listModelFields = ({ strapi }: WithStrapi, uid: string, data: object): readonly string[] => {
  const attributes = findModel({ strapi }, uid)?.attributes ?? {};
  return Object.keys(data).filter((name) => name in attributes);
};

/**
 * Records writes of roles, settings and other entries that are no content, in the transaction of the write.
 */
export const recordAuditedWrites = ({ strapi }: WithStrapi): DocumentMiddleware => {
  const { documents } = collectAuditedActions({ strapi });

  const nameOf = async (uid: string, documentId: string): Promise<string | null> => {
    const type = listContentTypes({ strapi }).find((contentType) => contentType.uid === uid);
    const name = documents[uid]?.name;
    if (type === undefined || name === undefined) return null;
    const row = await getTable<Record<string, unknown>>({ strapi }, type.uid).findOne({
      where: { documentId },
    });
    const nameValue = row?.[name];
    return typeof nameValue === 'string' ? nameValue : null;
  };

  return async (context, next) => {
    const { uid, action } = context;
    const recorded = documents[uid]?.actions[action];
    if (recorded === undefined || !isRecorded(getCurrentActor({ strapi }).kind)) return next();
    const { documentId, data = {} } = context.params as Params;

    return strapi.db.transaction(async () => {
      const before = documentId === undefined ? null : await nameOf(uid, documentId);
      const result = await next();
      const written = action === 'create' || action === 'clone' ? (result as WriteResult) : null;
      const id = written?.documentId ?? documentId;
      const name = id === undefined ? null : ((await nameOf(uid, id)) ?? before);
      const changedFields = action === 'update' ? listModelFields({ strapi }, uid, data) : [];
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
