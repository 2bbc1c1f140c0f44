import type { Core } from '@strapi/types';
import { defaultLocale } from '../../../strapi/default-locale';
import { findModel, isLocalized } from '../../../strapi/models';
import { tableOf } from '../../../strapi/queries';
import { hasPosition, newPosition, POSITION } from './positions';

type Params = { documentId?: string; locale?: unknown; data?: Record<string, unknown> };

/**
 * Gives new versions of entries a position where whoever makes them says none: programs, imports, code. Forms
 * always send one, and ask for it beforehand. Call it in `register`.
 */
export const fillPositions = ({ strapi }: { strapi: Core.Strapi }): void => {
  strapi.documents.use(async (context, next) => {
    const { uid, action } = context;
    const { documentId, locale: asked, data } = context.params as Params;
    const isWrite = action === 'create' || action === 'update';
    if (!isWrite || data === undefined || data[POSITION] !== undefined) return next();
    if (!hasPosition({ strapi }, uid)) return next();
    const locale = typeof asked === 'string' ? asked : await defaultLocale({ strapi });
    if (action === 'update') {
      const model = findModel({ strapi }, uid);
      if (model === undefined || !isLocalized(model)) return next();
      const rows = tableOf<{ documentId: string }>({ strapi }, uid);
      const there = await rows.findOne({ where: { documentId, locale }, select: ['documentId'] });
      if (there !== null) return next();
    }
    const position = await newPosition({ strapi }, uid, { documentId, locale });
    Object.assign(context.params, { data: { ...data, [POSITION]: position } });
    return next();
  });
};
