import { z } from '@strapi/utils';
import type { WithStrapi } from '../with-strapi';
import { defaultLocale } from './default-locale';
import { findModel, isLocalized } from './models';
import { permitsLanguage, type WithRules } from './permission-languages';
import { tableOf } from './queries';
import { requireFunctions } from './require-functions';

const ADAPTER = 'mcp-languages.ts';

/** The content locales at the time of a request. */
type Languages = { codes: readonly string[]; usual: string };

type Policy = { action: string; subject?: string };

/** A tool as it is registered. Its schemas are rebuilt for every request. */
type Tool = {
  auth?: { policies: readonly Policy[] };
  resolveInputSchema?: (context: { userAbility: WithRules }) => unknown;
};

type Registry = { registerTool: (tool: Tool) => void };

const found = new WeakMap<object, Languages>();

/** Reads the current locales for the tools of a request. */
export const readMcpLanguages = async (context: WithStrapi, request: object): Promise<void> => {
  const rows = await tableOf<{ code: string }>(context, 'plugin::i18n.locale').findMany({
    select: ['code'],
    orderBy: { id: 'asc' },
  });
  found.set(request, {
    codes: rows.map(({ code }) => code),
    usual: await defaultLocale(context),
  });
};

const localeOf = (codes: readonly string[], usual: string): z.ZodType => {
  if (codes.length === 0) return z.never().optional().describe('No language is permitted here.');
  const known = z.enum(codes).optional();
  const locale = codes.includes(usual) ? known.default(usual) : known;
  return locale.describe(`Language code. Permitted: ${codes.join(', ')}. Default: ${usual}.`);
};

/**
 * Gives Strapi's MCP server the current locales. Its tools use the locales of the start
 * (`@strapi/content-manager`, mcp/register-content-manager-mcp-tools). Entries in a locale that was
 * added since could be neither written nor read. Call it in `register`, before the tools are
 * registered.
 */
export const offerLanguagesOfNow = ({ strapi }: WithStrapi): void => {
  const tools = requireFunctions<Registry>(ADAPTER, strapi.ai.mcp, ['registerTool']);
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
        const languages = found.get(strapi.requestContext.get() ?? {});
        if (languages === undefined || !(schema instanceof z.ZodObject)) return schema;
        if (!('locale' in schema.shape)) return schema;
        const codes = languages.codes.filter((code) =>
          policies.some(({ action, subject = '' }) =>
            permitsLanguage(context.userAbility, action, subject, code),
          ),
        );
        return schema.extend({ locale: localeOf(codes, languages.usual) });
      },
    });
  };
};
