import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { createOpenApiDocument } from '../../../http/openapi/document';

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const prefix = strapi.config.get<string>('api.rest.prefix', '/api');
  const publicUrl = strapi.config.get<string | null>('settings.server.publicUrl') ?? '';
  const version = strapi.config.get<string>('info.version', '0.0.0');
  const document = createOpenApiDocument({ server: `${publicUrl}${prefix}`, version });

  return {
    openapi(ctx: Context): void {
      ctx.body = document;
    },
  };
};
