import {
  apiToken,
  generous,
  logIn,
  openMailbox,
  registerSomeone,
} from '../../account/support/accounts';
import {
  checkoutEnvironment,
  fillCatalogue,
  fillProvider,
  holdEvents,
  startStandIn,
} from '../../checkout/support';
import { startPartner } from '../../partner-video/partner';
import { signIn } from '../../support/admin';
import { startApp } from '../../support/app';
import { ensureLanguages } from '../../support/content';
import type { TestDatabase } from '../../support/database';
import { previewTokenOf } from '../../support/preview';
import { type Call, callsOf, type Tokens, watchCallOf } from './calls';

/** The services around the service, and a database with one caller of every kind. */
export type Scene = {
  /** The settings that connect a service with the services around it, without limits that a test would reach. */
  env: Record<string, string>;
  tokens: Tokens;
  calls: readonly Call[];
  watchCall: Call;
  stop: () => Promise<void>;
};

export const setScene = async (database: TestDatabase): Promise<Scene> => {
  const [mailbox, provider, partner] = await Promise.all([
    openMailbox(),
    startStandIn(),
    startPartner(),
  ]);
  await fillProvider(provider);
  await holdEvents(provider);
  const env = {
    ...generous,
    ...mailbox.env,
    ...mailbox.runtimeEnv,
    ...checkoutEnvironment(provider),
    PAY_TIMEOUT_MS: '3000',
    CHECKOUT_ATTEMPTS_PER_MINUTE: '100000',
    ...partner.env,
    VIDEOPARTNER_LIMIT_EMAIL: '100000',
    VIDEOPARTNER_LIMIT_ADDRESS: '100000',
  };
  const app = await startApp({ database, env });
  try {
    await ensureLanguages(app);
    await fillCatalogue(app.strapi);
    const { email } = await registerSomeone(app);
    const course = (await app.strapi
      .documents('api::product.product')
      .findFirst({ filters: { slug: 'course-1' }, locale: 'es' } as never)) as unknown as {
      documentId: string;
    };
    const editor = await signIn(app);
    const { documentId } = course;
    const previewToken = await previewTokenOf(editor, 'api::product.product', {
      documentId,
      locale: 'es',
    });
    const tokens = {
      student: await logIn(app, email),
      server: await apiToken(app.strapi),
      editor: editor.token,
    };
    return {
      env,
      tokens,
      calls: callsOf({ email, product: documentId }),
      watchCall: watchCallOf(previewToken),
      stop: async () => {
        await Promise.all([mailbox.close(), provider.stop(), partner.stop()]);
      },
    };
  } finally {
    await app.stop();
  }
};
