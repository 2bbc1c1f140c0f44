import { signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
import { startStandIn } from '../support/stand-in';
import { describeContent } from './content';
import { describeDeliveries } from './deliveries';
import { describePanel } from './panel';
import { quick, type Shared } from './support';

describe('Webhooks', () => {
  let shared: Shared;

  beforeAll(async () => {
    const receiver = await startStandIn();
    const app: App = await startApp({
      seed: true,
      env: { DELIVERY_TAG_HEADERS: 'Cache-Tag' },
      runtimeEnv: quick,
    });
    shared = { app, receiver, admin: await signIn(app) };
  });

  afterAll(async () => {
    await shared.app.stop();
    await shared.receiver.stop();
  });

  describePanel(() => shared);
  describeDeliveries(() => shared);
  // Runs last, because it changes data of the other tests.
  describeContent(() => shared);
});
