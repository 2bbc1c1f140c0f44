import type { Core } from '@strapi/types';
import { createSecretStore } from '#plugins/outbound/webhooks/server/secrets';

type WithStrapi = { strapi: Core.Strapi };

const LINE = 'api::vertical.vertical';
const ENDPOINT = 'plugin::webhooks.endpoint';

/** Models and attributes with addresses of films. */
const FILMS = [
  ['shared.head-video', 'm3u8Link'],
  ['api::episode.episode', 'm3u8Link'],
  ['api::live.live', 'ondemandUrlM3u8'],
] as const;

/** Addresses of the sample's films, which the sandbox replaces by its own. */
const SAMPLE_FILMS = '^https://video\\.example\\.com/|^http://[^/]+/films/';

/**
 * Points the links of the sample's films to the video partner's stand-in, which plays them. Its
 * address changes with each start.
 *
 * @param partner Address of the stand-in
 */
export const connectFilms = async ({ strapi }: WithStrapi, partner: string): Promise<void> => {
  for (const [uid, attribute] of FILMS) {
    const { tableName, attributes } = strapi.db.metadata.get(uid);
    const { columnName } = attributes[attribute] as { columnName: string };
    await strapi.db.connection.raw('UPDATE ?? SET ?? = regexp_replace(??, ?, ?) WHERE ?? ~ ?', [
      ...[tableName, columnName, columnName, SAMPLE_FILMS, `${partner}/films/`],
      ...[columnName, SAMPLE_FILMS],
    ]);
  }
};

/**
 * Connects the demo with the example site: the addresses of its pages, and a webhook.
 *
 * @param site Address of the site
 * @returns the secret of the webhook
 */
export const connectSite = async ({ strapi }: WithStrapi, site: string): Promise<string> => {
  const lines = (await strapi.db.query(LINE).findMany({ select: ['id', 'slug'] })) as {
    id: number;
    slug: string;
  }[];
  for (const { id, slug } of lines) {
    const buildPattern = (folder: string) => `/${slug}/{lang}/${folder}/{slug}`;
    const data = {
      siteAddress: site,
      productAddress: buildPattern('products'),
      channelAddress: buildPattern('channels'),
      seriesAddress: buildPattern('series'),
      protagonistAddress: buildPattern('teachers'),
    };
    await strapi.db.query(LINE).update({ where: { id }, data });
  }
  const url = `${site}/webhooks/cms`;
  const endpoints = strapi.documents(ENDPOINT);
  const { documentId } =
    (await endpoints.findFirst({ filters: { url } })) ??
    (await endpoints.create({ data: { name: 'Example site', url, isOn: true } }));
  const secrets = createSecretStore({ strapi });
  if ((await secrets.of(documentId)).length === 0) await secrets.renew(documentId);
  const [secret = ''] = await secrets.of(documentId);
  return secret;
};
