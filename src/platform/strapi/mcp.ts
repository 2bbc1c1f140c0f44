import { z } from '@strapi/utils';
import type { WithStrapi } from './with-strapi';
import { isLocalePermitted, type WithRules } from './current-ability';
import { loadDefaultLocale } from './default-locale';
import { findModel, isLocalized } from './models';
import { getTable } from './queries';
import { requireFunctions } from './require-functions';

const ADAPTER = 'mcp.ts';

/** The content locales at the time of a request. */
type Languages = { codes: readonly string[]; defaultCode: string };

type Policy = { action: string; subject?: string };

/** A tool as it is registered. Its schemas are rebuilt for every request. */
type Tool = {
  auth?: { policies: readonly Policy[] };
  resolveInputSchema?: (context: { userAbility: WithRules }) => unknown;
};

type ToolRegistry = { registerTool: (tool: Tool) => void };

const languagesOf = new WeakMap<object, Languages>();

/** Reads the current locales for the tools of a request. */
const readMcpLanguages = async (context: WithStrapi, request: object): Promise<void> => {
  const rows = await getTable<{ code: string }>(context, 'plugin::i18n.locale').findMany({
    select: ['code'],
    orderBy: { id: 'asc' },
  });
  languagesOf.set(request, {
    codes: rows.map(({ code }) => code),
    defaultCode: await loadDefaultLocale(context),
  });
};

const buildLocaleSchema = (codes: readonly string[], defaultCode: string): z.ZodType => {
  if (codes.length === 0) return z.never().optional().describe('No language is permitted here.');
  const optional = z.enum(codes).optional();
  const locale = codes.includes(defaultCode) ? optional.default(defaultCode) : optional;
  return locale.describe(`Language code. Permitted: ${codes.join(', ')}. Default: ${defaultCode}.`);
};

/**
 * Gives Strapi's MCP server the current locales. Its tools use the locales of the start
 * (`@strapi/content-manager`, mcp/register-content-manager-mcp-tools). Entries in a locale that was
 * added since could be neither written nor read. Call it in `register`, before the tools are
 * registered.
 */
export const offerCurrentLocales = ({ strapi }: WithStrapi): void => {
  const tools = requireFunctions<ToolRegistry>(ADAPTER, strapi.ai.mcp, ['registerTool']);
  const register = tools.registerTool.bind(tools);

  const isOfLanguages = ({ subject }: Policy): boolean => {
    const model = subject === undefined ? undefined : findModel({ strapi }, subject);
    return model !== undefined && isLocalized(model);
  };

  tools.registerTool = (tool) => {
    const { auth, resolveInputSchema } = tool;
    const policies = auth?.policies.filter(isOfLanguages) ?? [];
    if (resolveInputSchema === undefined || policies.length === 0) {
      register(tool);
      return;
    }
    register({
      ...tool,
      resolveInputSchema(context) {
        const schema = resolveInputSchema(context);
        const languages = languagesOf.get(strapi.requestContext.get() ?? {});
        if (languages === undefined || !(schema instanceof z.ZodObject)) return schema;
        if (!('locale' in schema.shape)) return schema;
        const codes = languages.codes.filter((code) =>
          policies.some(({ action, subject = '' }) =>
            isLocalePermitted(context.userAbility, action, subject, code),
          ),
        );
        return schema.extend({ locale: buildLocaleSchema(codes, languages.defaultCode) });
      },
    });
  };
};

/** A user's ability (`@casl/ability`). */
type Ability = WithRules & {
  can: (action: string, subject: unknown, field?: string) => boolean;
  cannot: (action: string, subject: unknown, field?: string) => boolean;
  detectSubjectType: (subject: unknown) => string;
};

/** The result of Strapi's authentication of an admin token. */
type Authentication = { authenticated: boolean; credentials?: unknown; ability?: unknown };

type AdminTokens = { authenticateAdminToken: (token: string) => Promise<Authentication> };

/** The panel's server. This adapter and the MCP server both read its services. */
type PanelServer = { services?: Record<string, object> };

const SERVICE = 'api-token-admin';

/**
 * The original services. The panel's services outlive a stopped service, whose database is closed.
 */
const originals = new WeakMap<object, AdminTokens>();

/**
 * Returns whether a path is that of Strapi's MCP server (`@strapi/core`, services/mcp). The router
 * ignores case and a slash at the end.
 */
export const isMcp = (path: string): boolean => /^\/mcp\/?$/i.test(path);

/**
 * Returns the locale that a permission check is about, if its subject has no other field; null for
 * real entries.
 */
const getSubjectLocale = (subject: unknown): string | null => {
  if (typeof subject !== 'object' || subject === null) return null;
  const { locale, ...rest } = subject as Record<string, unknown>;
  return typeof locale === 'string' && Object.keys(rest).every((key) => key.startsWith('__'))
    ? locale
    : null;
};

/**
 * Returns an ability that permits a locale even if other conditions also narrow its entries. The
 * MCP server checks an entry that has only a locale (`@strapi/content-manager`, mcp/permissions).
 * It belongs to no business line, so users limited to a business line would be offered no locale.
 */
const withLocalePermissions = (value: unknown): Ability => {
  const ability = requireFunctions<Ability>(ADAPTER, value, [
    ...(['can', 'cannot', 'detectSubjectType', 'rulesFor'] as const),
  ]);
  const can: Ability['can'] = (action, subject, field) => {
    const language = getSubjectLocale(subject);
    if (language === null || field !== undefined) return ability.can(action, subject, field);
    return isLocalePermitted(ability, action, ability.detectSubjectType(subject), language);
  };
  return Object.assign(Object.create(ability) as Ability, {
    can,
    cannot: (...question: Parameters<typeof can>) => !can(...question),
  });
};

/**
 * Stores the caller and ability of Strapi's MCP server in the request's state, as all other routes
 * do. The server authenticates by itself (`@strapi/core`, services/mcp/authentication). Without
 * this, its writes would have no author and no limits. Call it in `register`.
 */
export const identifyMcpCallers = ({ strapi }: WithStrapi): void => {
  const { services = {} } = strapi.get<PanelServer>('admin');
  const current = services[SERVICE];
  const tokens = requireFunctions<AdminTokens>(ADAPTER, originals.get(current ?? {}) ?? current, [
    'authenticateAdminToken',
  ]);
  const identifying = {
    ...tokens,
    async authenticateAdminToken(token: string): Promise<Authentication> {
      const authentication = await tokens.authenticateAdminToken(token);
      const ctx = strapi.requestContext.get();
      if (!authentication.authenticated || ctx === undefined || !isMcp(ctx.path)) {
        return authentication;
      }
      Object.assign(ctx.state, {
        userAbility: authentication.ability,
        auth: { strategy: { name: 'admin-token' }, credentials: authentication.credentials },
      });
      await readMcpLanguages({ strapi }, ctx);
      return { ...authentication, ability: withLocalePermissions(authentication.ability) };
    },
  };
  originals.set(identifying, tokens);
  services[SERVICE] = identifying;
};
