import { readSettings } from '../src/settings';

export default () => {
  const { server, secrets } = readSettings(process.env);
  return {
    host: server.host,
    port: server.port,
    url: server.publicUrl ?? '',
    app: { keys: secrets.appKeys },
    proxy: { koa: server.trustedProxies > 0, maxIpsCount: server.trustedProxies },
    dirs: { public: server.publicDir },
    logger: {
      config: { level: server.logLevel },
      updates: { enabled: false },
      startup: { enabled: false },
    },
    webhooks: { populateRelations: false },
  };
};
