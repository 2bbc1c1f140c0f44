import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { listEndpoints, getFeatures, listWebhookMessages } from '#feature/application';
import { createDraftSchemas } from '../draft-schemas';
import { createOpenApiDocument } from '#platform/http/openapi/document';
import { serverSettings } from '#platform/settings/server';
import answers from '../example-answers.json';

export default ({ strapi }: WithStrapi) => {
  const prefix = strapi.config.get<string>('api.rest.prefix', '/api');
  const publicUrl = serverSettings.of({ strapi }).publicUrl ?? '';
  const version = strapi.config.get<string>('info.version', '0.0.0');
  const create = () =>
    createOpenApiDocument({
      endpoints: listEndpoints(getFeatures({ strapi })),
      messages: listWebhookMessages(getFeatures({ strapi })),
      answers,
      draftSchemas: createDraftSchemas,
      server: `${publicUrl}${prefix}`,
      version,
    });
  let document: ReturnType<typeof create> | undefined;

  return {
    openapi(ctx: Context): void {
      // Created on demand, because it would take a tenth of a start and few nodes are asked for it.
      document ??= create();
      ctx.body = document;
    },
  };
};
