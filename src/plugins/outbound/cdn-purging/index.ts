import type { Feature, Metric } from '#feature/feature';
import { purgeDefinitions, createPurgeStore } from './server/purges';
import { register } from './server/register';
import { cdnPurgingSettings } from './settings';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createTargets } from './server/targets';

const purgeMetrics = ({ strapi }: WithStrapi): readonly Metric[] => {
  const read = (measure: 'count' | 'seconds') => async () => {
    const waiting = await createPurgeStore({ strapi }).waiting();
    return createTargets(cdnPurgingSettings.of({ strapi })).map(({ name }) => ({
      value: waiting.find(({ target }) => target === name)?.[measure] ?? 0,
      labels: { target: name },
    }));
  };
  const figure = { kind: 'gauge', labels: ['target'], asksDatabase: true } as const;
  return [
    {
      ...figure,
      name: 'cms_purges_waiting',
      help: 'Tags that are due to be purged in a CDN or Varnish',
      read: read('count'),
    },
    {
      ...figure,
      name: 'cms_purges_oldest_seconds',
      help: 'Seconds since the oldest of them was due',
      read: read('seconds'),
    },
  ];
};

/** Purges outdated responses from a CDN or Varnish. */
export const cdnPurging: Feature = {
  name: 'cdn-purging',
  settings: [cdnPurgingSettings],
  metrics: purgeMetrics,
  definitions: purgeDefinitions,
  register,
};
