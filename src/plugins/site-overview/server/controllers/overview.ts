import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { defaultLocale } from '../../../../strapi/default-locale';
import { entryAccess } from '../../../../strapi/entry-access';
import { permittedWhere } from '../../../../strapi/permitted-query';
import { tableOf } from '../../../../strapi/queries';
import type { Overview } from '../../overview';
import { countsFor } from '../services/counts';
import { pagesFor } from '../services/pages';

type Line = Overview['lines'][number];
type Language = Overview['languages'][number];

const LINE = 'api::vertical.vertical';

/** What the panel's page "Site" shows. */
export const overviewController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const { userAbility: ability } = ctx.state as { userAbility?: unknown };
    // Who edits some business lines only looks at those; who may not look at lines sees what pages name.
    const mayRead = entryAccess({ strapi }, { ability, uid: LINE }).may('read');
    const lines = await tableOf<Line>({ strapi }, LINE).findMany({
      where: mayRead ? await permittedWhere({ strapi }, { ability, uid: LINE, query: {} }) : {},
      select: ['documentId', 'slug', 'name'],
      orderBy: [{ order: 'asc' }, { name: 'asc' }],
    });
    const languages = await tableOf<Language>({ strapi }, 'plugin::i18n.locale').findMany({
      select: ['code', 'name'],
      orderBy: { id: 'asc' },
    });
    const first = await defaultLocale({ strapi });
    languages.sort((one, other) => Number(other.code === first) - Number(one.code === first));
    const codes = languages.map(({ code }) => code);
    const overview: Overview = {
      // A line has one row where it is not a draft, and two where it is published as well.
      lines: [...new Map(lines.map((line) => [line.slug, line])).values()],
      languages,
      pages: await pagesFor({ strapi }, ability),
      types: await countsFor({ strapi }, ability, codes),
    };
    ctx.body = { data: overview };
  },
});
