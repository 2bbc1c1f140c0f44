import type { WithStrapi } from '../with-strapi';
import { readMcpLanguages } from './mcp-languages';
import { permitsLanguage, type WithRules } from './permission-languages';
import { requireFunctions } from './require-functions';

const ADAPTER = 'mcp-caller.ts';

/** What somebody may do (`@casl/ability`). */
type Ability = WithRules & {
  can: (action: string, subject: unknown, field?: string) => boolean;
  cannot: (action: string, subject: unknown, field?: string) => boolean;
  detectSubjectType: (subject: unknown) => string;
};

/** What Strapi finds out of an admin token. */
type Found = { authenticated: boolean; credentials?: unknown; ability?: unknown };

type AdminTokens = { authenticateAdminToken: (token: string) => Promise<Found> };

/** The panel's server. Its services are registered from here, and the MCP server takes them from here, too. */
type PanelServer = { services?: Record<string, object> };

const SERVICE = 'api-token-admin';

/** What was there before: the panel's services outlive a service that is stopped, and its database is gone by then. */
const replaced = new WeakMap<object, AdminTokens>();

/** The address of Strapi's MCP server (`@strapi/core`, services/mcp). */
export const isMcp = (path: string): boolean => path === '/mcp';

/** The language that is asked about, by an entry of which nothing else is known; null for entries. */
const languageAskedFor = (subject: unknown): string | null => {
  if (typeof subject !== 'object' || subject === null) return null;
  const { locale, ...rest } = subject as Record<string, unknown>;
  return typeof locale === 'string' && Object.keys(rest).every((key) => key.startsWith('__'))
    ? locale
    : null;
};

/**
 * An ability that answers which languages are permitted although their entries are narrowed by something else too. The
 * MCP server asks by an entry that has a language and nothing else (`@strapi/content-manager`, mcp/permissions), which
 * belongs to no business line: whoever is limited to one would be offered no language at all.
 */
const knowingLanguages = (known: unknown): Ability => {
  const ability = requireFunctions<Ability>(ADAPTER, known, [
    ...(['can', 'cannot', 'detectSubjectType', 'rulesFor'] as const),
  ]);
  const can: Ability['can'] = (action, subject, field) => {
    const language = languageAskedFor(subject);
    if (language === null || field !== undefined) return ability.can(action, subject, field);
    return permitsLanguage(ability, action, ability.detectSubjectType(subject), language);
  };
  return Object.assign(Object.create(ability) as Ability, {
    can,
    cannot: (...question: Parameters<typeof can>) => !can(...question),
  });
};

/**
 * Leaves in the request's state who calls Strapi's MCP server and what they may do, as every other way in
 * leaves it: the server authenticates by itself (`@strapi/core`, services/mcp/authentication), and what is
 * written on its behalf would be nobody's, whom nothing limits. Call it in `register`.
 */
export const nameMcpCallers = ({ strapi }: WithStrapi): void => {
  const { services = {} } = strapi.get<PanelServer>('admin');
  const now = services[SERVICE];
  const tokens = requireFunctions<AdminTokens>(ADAPTER, replaced.get(now ?? {}) ?? now, [
    'authenticateAdminToken',
  ]);
  const named = {
    ...tokens,
    async authenticateAdminToken(token: string): Promise<Found> {
      const found = await tokens.authenticateAdminToken(token);
      const ctx = strapi.requestContext.get();
      if (!found.authenticated || ctx === undefined || !isMcp(ctx.path)) return found;
      Object.assign(ctx.state, {
        userAbility: found.ability,
        auth: { strategy: { name: 'admin-token' }, credentials: found.credentials },
      });
      await readMcpLanguages({ strapi }, ctx);
      return { ...found, ability: knowingLanguages(found.ability) };
    },
  };
  replaced.set(named, tokens);
  services[SERVICE] = named;
};
