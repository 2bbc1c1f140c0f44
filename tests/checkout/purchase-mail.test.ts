import { reconcile } from '#plugins/commerce/checkout/server/jobs/reconcile';
import { type Mailbox, openMailbox } from '../account/support/mailbox';
import { type Admin, signInFirst } from '../support/admin';
import type { App } from '../support/app';
import { ensureLanguages } from '../support/content';
import { until } from '../support/until';
import {
  deliverTo,
  enrol,
  holdEvents,
  onDatabase,
  openShop,
  purchase,
  type Session,
  type StandIn,
  subscription,
  untilState,
} from './support';

const ORDER = 'plugin::checkout.order';
const TEMPLATE = 'api::email-template.email-template';

/** Makes every order overdue, and fetches no events. */
const NOW = { overdueMs: -60_000, undeliveredMs: 0, unseenMs: 0 };

type Unsent = { kind: string; to: string | null };

let standIn: StandIn;
let mailbox: Mailbox;
let app: App;
let customerCount = 0;

const openWith = async (env: Record<string, string> = {}): Promise<void> => {
  mailbox = await openMailbox();
  ({ standIn, app } = await openShop({ ...env, ...mailbox.runtimeEnv }, mailbox.env));
};

const close = async (): Promise<void> => {
  await app.stop();
  await Promise.all([standIn.stop(), mailbox.close()]);
};

beforeEach(() => deliverTo(standIn, app.url));

const newCustomer = (): string => {
  customerCount += 1;
  return `buyer${customerCount}@example.com`;
};

type MailRequest = { kind?: string; language?: string; bearer?: string };

const openCheckout = async (
  body: object,
  { kind = 'session', language, bearer }: MailRequest = {},
): Promise<string> => {
  const request = app.request.post(`/api/create-checkout-${kind}`);
  if (language !== undefined) void request.set('Accept-Language', language);
  if (bearer !== undefined) void request.set('Authorization', bearer);
  return ((await request.send(body).expect(200)).body as Session).id;
};

const buy = async (mailRequest: MailRequest = {}, email = newCustomer()) => {
  const id = await openCheckout(purchase({ customer_email: email }), mailRequest);
  await standIn.act(id, 'pay');
  return { id, email };
};

const lettersTo = (email: string) =>
  mailbox.letters.filter(({ recipients }) => recipients.includes(email));

/** Waits until all letters are sent: the last one is sent after all that were queued before. */
const drainMails = async (): Promise<void> => {
  const { email } = await buy();
  await mailbox.to(email);
};

const orderOf = (sessionId: string) =>
  app.strapi.db.query(ORDER).findOne({ where: { sessionId } }) as Promise<{
    id: number;
    documentId: string;
  }>;

describe('the e-mail after a purchase', () => {
  let admin: Admin;

  beforeAll(async () => {
    await openWith();
    await ensureLanguages(app);
    admin = await signInFirst(app);
  });

  afterAll(close);

  it('guest – gets product, amount and order number', async () => {
    const { id, email } = await buy();
    const [letter] = await mailbox.to(email);
    expect(letter?.subject).toBe('Tu compra: Curso de prueba');
    const text = letter?.text?.replaceAll('\u00a0', ' ') ?? '';
    expect(text).toContain('49,00 €');
    expect(text).toContain((await orderOf(id)).documentId);
    expect(text).toContain('medicina');
  });

  it('e-mail – purchase in COP – amount with the provider’s decimals', async () => {
    await standIn.control('POST', 'catalogue', {
      account: 'main',
      prices: [{ id: 'price_cop', productId: 'prod_course', amount: 39_000_000, currency: 'cop' }],
    });
    const email = newCustomer();
    const id = await openCheckout(purchase({ customer_email: email, priceID: 'price_cop' }));
    await standIn.act(id, 'pay');
    const [letter] = await mailbox.to(email);
    expect(letter?.text).toContain('390.000,00');
  });

  it('e-mail – preferred language without a text – second language by weight', async () => {
    for (const language of ['fr, en', 'es;q=0.3, fr, en-US;q=0.4', 'de;q=0.9, *;q=0, en;q=0.1']) {
      const { email } = await buy({ language });
      const [letter] = await mailbox.to(email);
      expect([language, letter?.subject]).toEqual([language, 'Your purchase: Curso de prueba']);
    }
  });

  it('language – is that of the request, else of the account', async () => {
    const { email } = await buy({ language: 'en-GB,es;q=0.5' });
    const [english] = await mailbox.to(email);
    expect(english?.subject).toBe('Your purchase: Curso de prueba');
    expect(english?.text).toContain('€49.00');

    // Anybody may register an unconfirmed address, so long names are shortened.
    const nameEnding = 'has won a prize and collects it at once';
    const studentEmail = newCustomer();
    const { id, bearer } = await enrol(app.strapi, studentEmail);
    await app.strapi.db.query('plugin::users-permissions.user').update({
      where: { id },
      data: { language: 'en', nameLastName: `Ana Garrido ${nameEnding}` },
    });
    await app.strapi.db.connection('up_users').where({ id }).update({ confirmed_at: null });
    await buy({ bearer }, studentEmail);
    const [studentLetter] = await mailbox.to(studentEmail);
    expect(studentLetter?.subject).toBe('Your purchase: Curso de prueba');
    expect(studentLetter?.text).toContain('Hello Ana Garrido');
    expect(studentLetter?.text).not.toContain(nameEnding);
  });

  it('product – title in the language of the e-mail, else that of the order', async () => {
    const books = app.strapi.documents('api::product.product');
    const book = await books.findFirst({ filters: { payID: 'prod_book' }, locale: 'es' });
    const english = { title: 'Test book', slug: 'test-book', SKU: 'BOOK-1', payID: 'prod_book' };
    await books.update({
      documentId: book?.documentId ?? '',
      locale: 'en',
      status: 'published',
      data: { ...english, order: 0 } as never,
    });
    const subjectIn = async (language: string) => {
      const email = newCustomer();
      const book = { productPayID: 'prod_book', priceID: 'price_prod_book' };
      const id = await openCheckout(purchase({ customer_email: email, ...book }), { language });
      await standIn.act(id, 'pay');
      return (await mailbox.to(email))[0]?.subject;
    };
    expect(await subjectIn('en-GB')).toBe('Your purchase: Test book');
    expect(await subjectIn('es')).toBe('Tu compra: Libro de prueba');
  });

  it('template of the business line – replaces the built-in text', async () => {
    const line = await app.strapi
      .documents('api::vertical.vertical')
      .findFirst({ filters: { slug: 'psicologia' } });
    await app.strapi.documents(TEMPLATE).create({
      data: {
        kind: 'purchase',
        subject: '{{ product }} es tuyo',
        body: 'Has pagado **{{ amount }}**.',
        vertical: line?.documentId,
      },
      locale: 'es',
      status: 'published',
    } as never);
    const email = newCustomer();
    await holdEvents(standIn);
    const heldId = await openCheckout(purchase({ customer_email: email }));
    await app.strapi.db.query(ORDER).updateMany({
      where: { sessionId: heldId },
      // The line had another slug at the time of the purchase.
      data: { vertical: 'psico', verticalDocumentId: line?.documentId },
    });
    await standIn.act(heldId, 'pay');
    await reconcile({ strapi: app.strapi }, NOW);
    const [letter] = await mailbox.to(email);
    expect(letter?.subject).toBe('Curso de prueba es tuyo');
  });

  it('payment reported several times in parallel – sends one e-mail', async () => {
    await holdEvents(standIn);
    const email = newCustomer();
    const id = await openCheckout(purchase({ customer_email: email }));
    await standIn.act(id, 'pay');
    const requestSession = () => app.request.get(`/api/checkout/session/${id}`).expect(200);
    await Promise.all([
      reconcile({ strapi: app.strapi }, NOW),
      requestSession(),
      reconcile({ strapi: app.strapi }, NOW),
      requestSession(),
    ]);
    await deliverTo(standIn, app.url);
    await mailbox.to(email);
    await standIn.act(id, 'refund', { amount: 1_000 });
    await untilState(app.database, id, 'partially_refunded');
    await drainMails();
    expect(lettersTo(email)).toHaveLength(1);
  });

  it('subscription – sends an e-mail for the first payment only', async () => {
    const email = newCustomer();
    const id = await openCheckout(subscription({ customer_email: email }), {
      kind: 'subscription',
    });
    await standIn.act(id, 'pay');
    const [letter] = await mailbox.to(email);
    expect(letter?.text?.replaceAll('\u00a0', ' ')).toContain('9,00 €');
    const before = (await orderOf(id)) as unknown as { periodEndsAt: string };
    await standIn.act(id, 'renew');
    await until(
      async () => (await orderOf(id)) as unknown as { periodEndsAt: string },
      ({ periodEndsAt }) => periodEndsAt > before.periodEndsAt,
    );
    await drainMails();
    expect(lettersTo(email)).toHaveLength(1);
  });

  it('expired or refunded purchase – sends no e-mail', async () => {
    const expiredEmail = newCustomer();
    const expired = await openCheckout(purchase({ customer_email: expiredEmail }));
    await standIn.act(expired, 'expire');
    await untilState(app.database, expired, 'expired');
    await holdEvents(standIn);
    const email = newCustomer();
    const id = await openCheckout(purchase({ customer_email: email }));
    await standIn.act(id, 'pay');
    await standIn.act(id, 'refund');
    await reconcile({ strapi: app.strapi }, NOW);
    await untilState(app.database, id, 'refunded');
    await deliverTo(standIn, app.url);
    await drainMails();
    expect([...lettersTo(expiredEmail), ...lettersTo(email)]).toEqual([]);
  });

  it('rejected e-mail – is listed as unsent', async () => {
    const email = newCustomer();
    mailbox.refused.add(email);
    await buy({}, email);
    const unsent = await until(
      async () => (await admin.get('/account/mails')).body as { data: Unsent[] },
      ({ data }) => data.some(({ to }) => to === email),
    );
    expect(unsent.data.find(({ to }) => to === email)?.kind).toBe('purchase');
  });
});

describe('with CHECKOUT_PURCHASE_MAILS=false', () => {
  beforeAll(() => openWith({ CHECKOUT_PURCHASE_MAILS: 'false' }));
  afterAll(close);

  it('the e-mail after a purchase – is not queued', async () => {
    const { id } = await buy();
    await untilState(app.database, id, 'paid');
    const { rows } = await onDatabase(app.database, (client) =>
      client.query("select 1 from jobs.job where name = 'account.mail'"),
    );
    expect(rows).toEqual([]);
  });
});
