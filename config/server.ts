import { readSettings } from '#index';
import { logFormat } from '#platform/http/log-format';
import { secretSettings } from '#platform/settings/secrets';
import { serverSettings } from '#platform/settings/server';
import { uploadSettings, uploadTimeout } from '#platform/storage/settings';

export default () => {
  const settings = readSettings(process.env);
  const [server, secrets] = [settings.of(serverSettings), settings.of(secretSettings)];
  return {
    host: server.host,
    port: server.port,
    url: server.publicUrl ?? '',
    app: { keys: secrets.appKeys },
    proxy: { koa: server.trustedProxies > 0, maxIpsCount: server.trustedProxies },
    // Longer than proxies keep an idle connection, which is mostly a minute at most. If this side
    // closed it first, a request that the proxy is sending would fail.
    http: {
      serverOptions: {
        keepAliveTimeout: 65_000,
        // For a whole request with its body: Node.js ends it after five minutes unless told.
        requestTimeout: uploadTimeout(settings.of(uploadSettings)),
      },
    },
    dirs: { public: server.publicDir },
    logger: {
      config: {
        level: server.logLevel,
        format: logFormat(server.logFormat, process.stdout),
      },
      updates: { enabled: false },
      startup: { enabled: false },
    },
    webhooks: { populateRelations: false },
    mcp: { enabled: server.offersMcp },
  };
};
