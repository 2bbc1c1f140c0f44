import { z } from '@strapi/utils';
import { defineSettingsSection, text } from '#platform/settings/section';
import { linkables, type LinkableUid } from '#catalogue/links/linkables';
import { findPatternProblem } from './pattern';

export type LinkSettings = {
  /** Address patterns by type, for business lines without a pattern of their own. */
  patterns: Readonly<Record<LinkableUid, string>>;
};

const pattern = (uid: LinkableUid, standard: string) =>
  text
    .refine(
      (value) =>
        findPatternProblem(
          value,
          linkables.some((linkable) => linkable.uid === uid && linkable.hasType),
        ) === null,
      'must be a path with {slug} in it, like /{lang}/courses/{slug}',
    )
    .default(standard);

export const linkSettings = defineSettingsSection<LinkSettings>('links', () =>
  z
    .object({
      ADDRESS_OF_PRODUCTS: pattern('api::product.product', '/{lang}/products/{slug}'),
      ADDRESS_OF_CHANNELS: pattern('api::channel.channel', '/{lang}/channels/{slug}'),
      ADDRESS_OF_SERIES: pattern('api::series.series', '/{lang}/series/{slug}'),
      ADDRESS_OF_EPISODES: pattern('api::episode.episode', '/{lang}/episodes/{slug}'),
      ADDRESS_OF_PROTAGONISTS: pattern(
        'api::protagonist.protagonist',
        '/{lang}/protagonists/{slug}',
      ),
      ADDRESS_OF_LIVES: pattern('api::live.live', '/{lang}/lives/{slug}'),
    })
    .transform((env) => ({
      patterns: {
        'api::product.product': env.ADDRESS_OF_PRODUCTS,
        'api::channel.channel': env.ADDRESS_OF_CHANNELS,
        'api::series.series': env.ADDRESS_OF_SERIES,
        'api::episode.episode': env.ADDRESS_OF_EPISODES,
        'api::protagonist.protagonist': env.ADDRESS_OF_PROTAGONISTS,
        'api::live.live': env.ADDRESS_OF_LIVES,
      },
    })),
);
