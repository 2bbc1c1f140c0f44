import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createLocalizedError } from '#platform/http/localized-error';
import { listFolderFileIds } from '#platform/strapi/files-in-folders';
import { inRunningTransaction } from '#platform/strapi/queries';
import { extendUploadService } from '#platform/strapi/upload-services';
import { getCurrentLimits } from '#catalogue/access/limits';
import { MEDIA_UID } from '#delivery/plan/model';
import { commonErrors } from '#platform/http/common-errors';
import { createStoredColumnLookup, watchQueries } from '#platform/strapi/stored-queries';
import {
  createBusinessLineFinder,
  type BusinessLineFinder,
  type Rows,
} from './business-line-finder';
import { rightsErrors } from './errors';
import { findRefusal, formatLineNames, createRefusalError } from './refusal';

const UPDATE_FILES = 'plugin::upload.assets.update';

/** Entry that receives the file during the upload. */
type Destination = { ref?: unknown; refId?: unknown };

/**
 * Returns true if a change of a file's details is visible to visitors; a move to another folder is
 * not.
 */
const hasVisibleChanges = (info: object): boolean =>
  Object.entries(info).some(([name, value]) => name !== 'folder' && value !== undefined);

/**
 * Rejects replacing, editing or deleting a file that a foreign business line shows, whether singly,
 * in a selection or with its folder. A file that nothing shows is unrestricted. Call it in
 * `register`.
 */
export const guardFiles = ({ strapi }: WithStrapi): void => {
  let belonging: BusinessLineFinder | undefined;

  const hold = async (rows: Rows): Promise<void> => {
    const limits = getCurrentLimits({ strapi }, UPDATE_FILES, MEDIA_UID);
    if (limits === null || rows.ids.length === 0) return;
    const finder = (belonging ??= createBusinessLineFinder({ strapi }));
    const lines = await inRunningTransaction({ strapi }, ({ trx }) => finder.linesOf(rows, trx));
    const writtenScope = { lines: lines.map(({ documentId }) => documentId), locales: [null] };
    const refusal = findRefusal(limits, writtenScope, false);
    if (refusal === null) return;
    if (rows.uid !== MEDIA_UID || refusal.kind !== 'lines') {
      throw createRefusalError({ strapi }, refusal, lines);
    }
    throw createLocalizedError({ strapi }, rightsErrors.FILE_OF_OTHER_LINE, {
      subject: formatLineNames(refusal.lines, lines),
      details: { lines: refusal.lines },
    });
  };

  const holdFiles = (ids: readonly number[]): Promise<void> => hold({ uid: MEDIA_UID, ids });

  extendUploadService({ strapi }, 'upload', (upload) => ({
    async upload(request, options) {
      const { ref, refId } = request.data as Destination;
      if (typeof ref === 'string' && refId !== undefined) {
        await hold({ uid: ref, ids: [refId].flat().map(Number) });
      }
      return upload.upload(request, options);
    },
    async replace(id, request, options) {
      await holdFiles([Number(id)]);
      return upload.replace(id, request, options);
    },
    async updateFileInfo(id, info, options) {
      if (hasVisibleChanges(info)) await holdFiles([Number(id)]);
      return upload.updateFileInfo(id, info, options);
    },
    async remove(file) {
      await holdFiles([file.id]);
      return upload.remove(file);
    },
  }));
  extendUploadService({ strapi }, 'file', (files) => ({
    async deleteByIds(ids = []) {
      await holdFiles(ids.map(Number));
      return files.deleteByIds(ids);
    },
  }));
  extendUploadService({ strapi }, 'folder', (folders) => ({
    async deleteByIds(ids = []) {
      await holdFiles(await listFolderFileIds({ strapi }, ids));
      return folders.deleteByIds(ids);
    },
  }));
};

/** Relation of a file to the rows that show it, of any type. */
const RELATED = 'related';

type Route = { info?: { pluginName?: string } };

/** Returns true if a query would populate the rows that show a file. */
const includesRelated = (context: WithStrapi, uid: string, populate: unknown): boolean => {
  if (populate === true || populate === '*') return uid === MEDIA_UID;
  if (typeof populate === 'string') return includesRelated(context, uid, populate.split(','));
  if (Array.isArray(populate)) return uid === MEDIA_UID && populate.includes(RELATED);
  if (typeof populate !== 'object' || populate === null) return false;
  return Object.entries(populate).some(([name, nestedPopulate]: [string, unknown]) => {
    if (uid === MEDIA_UID && name === RELATED) return nestedPopulate !== false;
    const target = createStoredColumnLookup(context)(uid)?.[name]?.target;
    const { populate: further } = (nestedPopulate ?? {}) as { populate?: unknown };
    return target !== undefined && includesRelated(context, target, further);
  });
};

/**
 * Rejects populating the rows that show files, on the routes of the media library. Strapi would
 * return those entries completely to everybody who may see files, including drafts of every type
 * and business line. "Shown on" lists what a user may know. The panel never sends such a query.
 * Call it in `bootstrap`.
 */
export const guardFileQueries = ({ strapi }: WithStrapi): void => {
  watchQueries({ strapi }, (uid, { populate }) => {
    if (!uid.startsWith('plugin::upload.') || populate === undefined) return;
    const ctx = strapi.requestContext.get();
    const { route, userAbility } = (ctx?.state ?? {}) as { route?: Route; userAbility?: unknown };
    const isAsked = ctx?.method === 'GET' && route?.info?.pluginName === 'upload';
    if (!isAsked || userAbility === undefined || !includesRelated({ strapi }, uid, populate))
      return;
    const errors = [{ in: 'query', path: ['populate'], message: RELATED }];
    throw createLocalizedError({ strapi }, commonErrors.INVALID_REQUEST, { details: { errors } });
  });
};
