import type { Core } from '@strapi/types';
import { requireFunctions } from './require-functions';

const ADAPTER = 'mcp-caller.ts';

/** What Strapi finds out of an admin token. */
type Found = { authenticated: boolean; credentials?: unknown; ability?: unknown };

type AdminTokens = { authenticateAdminToken: (token: string) => Promise<Found> };

type Registry = {
  extend: <Service>(uid: string, extend: (service: Service) => Service) => void;
};

/** The address of Strapi's MCP server (`@strapi/core`, services/mcp). */
export const isMcp = (path: string): boolean => path === '/mcp';

/**
 * Leaves in the request's state who calls Strapi's MCP server and what they may do, as every other way in
 * leaves it: the server authenticates by itself (`@strapi/core`, services/mcp/authentication), and what is
 * written on its behalf would be nobody's, whom nothing limits. Call it in `register`.
 */
export const nameMcpCallers = ({ strapi }: { strapi: Core.Strapi }): void => {
  strapi.get<Registry>('services').extend('admin::api-token-admin', (service: AdminTokens) => {
    const tokens = requireFunctions<AdminTokens>(ADAPTER, service, ['authenticateAdminToken']);
    return {
      ...tokens,
      async authenticateAdminToken(token) {
        const found = await tokens.authenticateAdminToken(token);
        const ctx = strapi.requestContext.get();
        if (found.authenticated && ctx !== undefined && isMcp(ctx.path)) {
          Object.assign(ctx.state, {
            userAbility: found.ability,
            auth: { strategy: { name: 'admin-token' }, credentials: found.credentials },
          });
        }
        return found;
      },
    };
  });
};
