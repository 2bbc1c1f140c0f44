import type { App } from '../support/app';
import { until } from '../support/until';
import { type Admin, signIn } from '../support/admin';
import {
  addVertical,
  bearer,
  logIn,
  type Mailbox,
  newAccount,
  openAccounts,
  registerSomeone,
} from './support/accounts';
import { codeIn } from './support/mailbox';

type Letter = { subject: string; html: string; text: string };
type UnsentMail = { id: string; to: string | null };

const TEMPLATE = 'api::email-template.email-template';

describe('e-mails', () => {
  let app: App;
  let mailbox: Mailbox;
  let vets: string;

  beforeAll(async () => {
    ({ app, mailbox } = await openAccounts({
      runtimeEnv: { DEFAULT_LANG: 'es' },
    }));
    const locales = app.strapi.plugin('i18n').service('locales') as unknown as {
      find: () => Promise<{ code: string }[]>;
      create: (locale: { code: string; name: string }) => Promise<unknown>;
    };
    const localeCodes = (await locales.find()).map(({ code }) => code);
    for (const code of ['es', 'en'].filter((each) => !localeCodes.includes(each))) {
      await locales.create({ code, name: code });
    }
    const vertical = (await addVertical(app.strapi, {
      name: 'Vets <& Co>',
      slug: 'vets',
      defaultLang: 'en',
      color: '#AA3311',
      emailFromName: 'Vets team',
      emailFromAddress: 'vets@example.com',
      emailFooter:
        'Vets S.L., Calle Mayor 1, 28013 Madrid\n[Privacidad](https://vets.example/privacy)',
      order: 1,
    })) as unknown as { documentId: string };
    vets = vertical.documentId;
    await addVertical(app.strapi, { name: 'Medicina', slug: 'medicina', order: 0 });
  });

  afterAll(() => app.stop());

  const createTemplate = async (data: Record<string, unknown>, locale: string): Promise<void> => {
    await app.strapi.documents(TEMPLATE).create({
      data: { kind: 'welcome', preheader: 'Hi', ...data },
      locale,
      status: 'published',
    } as never);
  };

  it('contain name, colour, sender and legal notice of the business line, a button, and a text part', async () => {
    const { email } = await registerSomeone(app, { vertical: 'vets', language: 'en' });
    const [letter] = await mailbox.to(email);
    expect(letter?.from).toEqual({ name: 'Vets team', address: 'vets@example.com' });
    expect(letter?.html).toContain('Vets &lt;&amp; Co&gt;');
    expect(letter?.html).toContain('#AA3311');
    expect(letter?.html).toContain('lang="en"');
    expect(letter?.html).toMatch(
      /<td bgcolor="#AA3311"[^>]*><a href="[^"]+"[^>]*>Confirm my e-mail/,
    );
    expect(letter?.text).toContain('Vets <& Co>');
    expect(letter?.html).toContain('Calle Mayor 1, 28013 Madrid<br />');
    expect(letter?.text).toMatch(/Madrid\nPrivacidad \[https:\/\/vets\.example\/privacy\]\s*$/);
    expect(letter?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
  });

  it('escape the names of users', async () => {
    const nameLastName = '<img src=x onerror=alert(1)> [a](javascript:b) & co';
    const { email } = await registerSomeone(app, { nameLastName, language: 'en' });
    const [letter] = await mailbox.to(email);
    expect(letter?.html).not.toContain('<img src=x');
    expect(letter?.html).not.toContain('href="javascript');
    expect(letter?.html).toContain('&lt;img src=x');
    expect(letter?.subject).not.toContain('<img');
  });

  it('name of a user with links – does not become a link or a header', async () => {
    const nameLastName =
      'http://evil.example/x [y](https://evil.example) www.evil.example a@evil.example';
    const { email } = await registerSomeone(app, { nameLastName, language: 'en' });
    const [letter] = await mailbox.to(email);
    const defusedName = 'evil. example/x [y]( evil. example) www…';
    expect(letter?.subject).not.toContain('evil');
    expect(letter?.html).toContain(`Hello ${defusedName}`);
    expect(letter?.text?.replace(/\s+/g, ' ')).toContain(`Hello ${defusedName}`);
    expect(`${letter?.html ?? ''} ${letter?.text ?? ''}`).not.toMatch(/evil\.example/);
  });

  it('text – comes from the template of the business line, else of the language, else the built-in one', async () => {
    await createTemplate({ subject: 'General {{ name }}', body: 'Everybody.' }, 'es');
    await createTemplate(
      { subject: 'Vets {{ name }}', body: 'Only **vets**.', vertical: vets },
      'es',
    );
    const subjectFor = async (over: object): Promise<string | undefined> => {
      const { email } = await registerSomeone(app, { nameLastName: 'Ana', ...over });
      return (await mailbox.to(email))[0]?.subject?.replace(email, '<email>');
    };
    expect(await subjectFor({ language: 'es', vertical: 'vets' })).toBe('Vets <email>');
    expect(await subjectFor({ language: 'es', vertical: 'medicina' })).toBe('General <email>');
    expect(await subjectFor({ language: 'es-MX', vertical: 'medicina' })).toBe('General <email>');
    expect(await subjectFor({ language: 'en', vertical: 'vets' })).toMatch(/^Welcome to /);
  });

  it('slug of the business line given to another line – keeps students with their line', async () => {
    const { email } = await registerSomeone(app, { vertical: 'vets', language: 'en' });
    const token = await logIn(app, email);
    const rename = (slug: string, to: string): Promise<unknown> =>
      app.strapi.db.query('api::vertical.vertical').update({ where: { slug }, data: { slug: to } });
    const lineOf = async (): Promise<unknown> =>
      (
        (await app.request.get('/api/user-endpoints/me').set(...bearer(token))).body as {
          vertical: string;
        }
      ).vertical;
    await rename('vets', 'animals');
    await rename('medicina', 'vets');
    expect(await lineOf()).toBe('animals');
    await app.request.post('/api/user-endpoints/forgot-password').send({ email, lang: 'en' });
    const letters = await mailbox.to(email, 2);
    expect(letters.map(({ from }) => from?.name)).toEqual(['Vets team', 'Vets team']);
    await rename('vets', 'medicina');
    await rename('animals', 'vets');
    expect(await lineOf()).toBe('vets');
  });

  it.each([
    ['an unknown name', { subject: 'Hello {{ password }}' }, 'password'],
    ['the code in a kind without code', { body: 'Hello {{ code }}' }, 'code'],
    ['logic', { body: '{% for a in b %}{% endfor %}' }, 'simple names'],
    ['a filter', { body: '{{ name | upcase }}' }, 'simple names'],
    ['a path', { body: '{{ user.password }}' }, 'simple names'],
    ['a reset mail without the code', { kind: 'reset-code', body: 'Hello' }, 'code'],
  ])('refuse to save %s', async (_what, data, hint) => {
    const savingTemplate = createTemplate({ subject: 'Hello', body: 'Hello', ...data }, 'en');
    await expect(savingTemplate).rejects.toThrow(hint);
  });

  it('invalid stored template – is replaced by the built-in text', async () => {
    await createTemplate({ subject: 'Broken', body: 'Hello', kind: 'password-changed' }, 'en');
    await app.strapi.db
      .connection('email_templates')
      .where({ subject: 'Broken' })
      .update({ body: 'Hello {{ nobody }}' });
    const { email } = await registerSomeone(app, { language: 'en' });
    await app.request.post('/api/user-endpoints/forgot-password').send({ email }).expect(200);
    const letters = await mailbox.to(email, 2);
    const code = codeIn(letters.find(({ subject }) => subject?.includes('code')));
    await app.request
      .post('/api/user-endpoints/password-reset')
      .send({ code, password: 'Rainy-Kettle-43' })
      .expect(200);
    const subjects = (await mailbox.to(email, 3)).map(({ subject }) => subject);
    expect(subjects).toContain('Your password has changed');
  });

  describe('in the admin panel', () => {
    let marketing: Admin;
    let editor: Admin;
    let administrator: Admin;

    beforeAll(async () => {
      marketing = await signIn(app, 'marketing');
      editor = await signIn(app, 'catalogue-editor');
      administrator = await signIn(app, 'strapi-super-admin');
    });

    const newDraft = (over: object = {}) => ({
      kind: 'reset-code',
      subject: 'Your code, {{ name }}',
      preheader: 'For {{ minutes }} minutes',
      body: 'Use {{ code }}.',
      ...over,
    });

    const inEnglish = `/content-manager/collection-types/${TEMPLATE}?locale=en`;

    it('are editable by Marketing, with validation errors at the invalid field', async () => {
      const saved = await marketing.post(inEnglish, newDraft());
      expect(saved.status).toBe(201);
      const { documentId } = saved.body.data as { documentId: string };
      const at = `/content-manager/collection-types/${TEMPLATE}/${documentId}`;

      const rejection = await marketing.put(
        `${at}?locale=en`,
        newDraft({ subject: '{{ surname }}' }),
      );
      expect(rejection.status).toBe(400);
      expect(rejection.body.error).toMatchObject({
        message: expect.stringContaining('{{ surname }}') as string,
        details: { code: 'INVALID_TEMPLATE', errors: [{ path: ['subject'] }] },
      });
      const rejectionWithoutCode = await marketing.put(
        `${at}?locale=en`,
        newDraft({ body: 'No number here.' }),
      );
      expect(rejectionWithoutCode.status).toBe(400);

      // The kind is shared by all locales, so the Spanish entry must not invalidate the English one.
      const welcomeDraft = {
        kind: 'welcome',
        subject: 'Hola',
        preheader: '',
        body: 'Hola {{ name }}',
      };
      const rejectedTranslation = await marketing.put(`${at}?locale=es`, welcomeDraft);
      expect(rejectedTranslation.status).toBe(400);
      expect(rejectedTranslation.body.error?.message).toContain('{{ code }}');
      const translation = newDraft({ subject: 'Tu código', body: 'Es {{ code }}.' });
      expect((await marketing.put(`${at}?locale=es`, translation)).status).toBe(200);
      expect((await editor.put(`${at}?locale=es`, translation)).status).toBe(403);
    });

    it('POST /account/mails/preview – saved and unsaved forms – render the mail', async () => {
      const body = newDraft({ locale: 'en', vertical: vets, documentId: null });
      const { status, body: answer } = await marketing.post('/account/mails/preview', body);
      expect(status).toBe(200);
      const { mail, problems } = answer.data as { mail: Letter; problems: string[] };
      expect(problems).toEqual([]);
      expect(mail.subject).toBe('Your code, Ana García');
      expect(mail.html).toContain('ABCDE-23456-FGHJK-78923');
      expect(mail.html).toContain('Vets &lt;&amp; Co&gt;');
      expect(mail.text).toContain('ABCDE-23456-FGHJK-78923');

      const invalidPreview = await marketing.post(
        '/account/mails/preview',
        newDraft({ body: '{{ code' }),
      );
      expect(invalidPreview.body.data).toEqual({
        mail: null,
        problems: [expect.any(String), expect.any(String)],
      });
    });

    it('preview and test – use the business line of the form, not the saved one', async () => {
      const body = { ...newDraft(), vertical: { connect: [vets] } };
      const saved = await marketing.post(inEnglish, body);
      expect(saved.status).toBe(201);
      const { documentId } = saved.body.data as { documentId: string };
      const form = newDraft({ locale: 'en', documentId });
      const previewHtml = async (change: object): Promise<string> => {
        const answer = await marketing.post('/account/mails/preview', { ...form, ...change });
        return (answer.body.data as { mail: Letter }).mail.html;
      };
      const name = 'Vets &lt;&amp; Co&gt;';
      expect(await previewHtml({})).toContain(name);
      expect(await previewHtml({ isLineRemoved: true })).not.toContain(name);
      expect(await previewHtml({ isLineRemoved: true, vertical: vets })).toContain(name);
      expect(await previewHtml({ documentId: null })).not.toContain(name);
      expect(await previewHtml({ documentId: null, vertical: vets })).toContain(name);
      await administrator.delete(
        `/content-manager/collection-types/${TEMPLATE}/${documentId}?locale=*`,
      );
    });

    it('GET /account/mails/overview – lists kind, locale and business line, with the text in use', async () => {
      type Cell = {
        line: string | null;
        locale: string;
        used: string;
        template: { documentId: string; isPublished: boolean } | null;
      };
      const findCell = async (line: string | null, locale = 'en'): Promise<Cell | undefined> => {
        const { status, body } = await marketing.get('/account/mails/overview');
        expect(status).toBe(200);
        const { kinds } = body.data as { kinds: { kind: string; cells: Cell[] }[] };
        return kinds
          .find(({ kind }) => kind === 'login-locked')
          ?.cells.find((candidate) => candidate.line === line && candidate.locale === locale);
      };
      const { slug } = (await app.strapi.db
        .query('api::vertical.vertical')
        .findOne({ where: { documentId: vets } })) as { slug: string };
      expect(await findCell(slug)).toMatchObject({ used: 'built-in', template: null });

      const createTemplateEntry = async (more: object): Promise<string> => {
        const text = newDraft({ kind: 'login-locked', body: 'Use {{ code }}.', ...more });
        const saved = await marketing.post(inEnglish, text);
        expect([saved.status, saved.body.error]).toEqual([201, undefined]);
        return (saved.body.data as { documentId: string }).documentId;
      };
      const publish = async (documentId: string): Promise<void> => {
        const at = `/content-manager/collection-types/${TEMPLATE}/${documentId}`;
        expect((await marketing.post(`${at}/actions/publish?locale=en`, {})).status).toBe(200);
      };
      const sharedId = await createTemplateEntry({ vertical: null });
      expect(await findCell(null)).toMatchObject({
        used: 'built-in',
        template: { documentId: sharedId, isPublished: false },
      });
      await publish(sharedId);
      expect(await findCell(null)).toMatchObject({ used: 'own' });
      expect(await findCell(slug)).toMatchObject({ used: 'shared', template: null });
      expect(await findCell(slug, 'es')).toMatchObject({ used: 'built-in', template: null });
      const lineId = await createTemplateEntry({ vertical: { connect: [vets] } });
      await publish(lineId);
      expect(await findCell(slug)).toMatchObject({
        used: 'own',
        template: { documentId: lineId, isPublished: true },
      });
      expect((await editor.get('/account/mails/overview')).status).toBe(403);
      await app.request.get('/account/mails/overview').expect(401);
    });

    it('test mail – is sent to the caller only', async () => {
      const { status, body } = await marketing.post(
        '/account/mails/test',
        newDraft({ locale: 'en' }),
      );
      expect([status, body.data]).toEqual([200, { problems: [], to: 'marketing@example.com' }]);
      const [letter] = await mailbox.to('marketing@example.com');
      expect(letter?.subject).toBe('Your code, Ana García');
      const rejectedTest = await marketing.post(
        '/account/mails/test',
        newDraft({ to: 'ana@example.com' }),
      );
      expect(rejectedTest.status).toBe(400);

      mailbox.refused.add('marketing@example.com');
      const failed = await marketing.post('/account/mails/test', newDraft());
      expect(failed.status).toBe(503);
      expect(Number(failed.headers['retry-after'])).toBeGreaterThan(0);
      expect(failed.body.error).toMatchObject({ details: { code: 'MAIL_NOT_SENT' } });
      mailbox.refused.clear();
    });

    it('GET /account/mails/start – returns the built-in text', async () => {
      const { body } = await marketing.get('/account/mails/start?kind=welcome&locale=en');
      expect(body.data).toMatchObject({ subject: 'Welcome to {{ vertical }}' });
      const preview = await marketing.post('/account/mails/preview', {
        kind: 'welcome',
        ...(body.data as object),
      });
      expect((preview.body.data as { problems: string[] }).problems).toEqual([]);
    });

    it('endpoints of mails – reject roles without the permission', async () => {
      const paths = ['/account/mails/preview', '/account/mails/test'];
      for (const path of paths) {
        expect((await editor.post(path, newDraft())).status).toBe(403);
        await app.request.post(path).send(newDraft()).expect(401);
      }
      expect((await marketing.get('/account/mails')).status).toBe(403);
      await app.request.get('/account/mails').expect(401);
    });

    it('undelivered mails – are listed with the reason, and sent by a retry', async () => {
      const body = newAccount({ language: 'en' });
      mailbox.refused.add(body.email);
      await app.request.post('/api/user-endpoints/register').send(body).expect(200);
      const findUnsentMail = async (): Promise<UnsentMail | undefined> => {
        const { data } = (await administrator.get('/account/mails')).body;
        return (data as UnsentMail[]).find(({ to }) => to === body.email);
      };
      const failed = await until(findUnsentMail);
      expect(failed).toEqual({
        id: expect.any(String) as string,
        kind: 'welcome',
        to: body.email,
        // The server rejected the recipient permanently, so there are no automatic retries.
        state: 'failed',
        failedAt: expect.any(String) as string,
        tries: 1,
        reason: expect.stringContaining('No such user here') as string,
      });
      const path = `/account/mails/${failed?.id}/resend`;
      expect((await marketing.post(path, {})).status).toBe(403);

      mailbox.refused.clear();
      expect((await administrator.post(path, {})).status).toBe(200);
      const [letter] = await mailbox.to(body.email);
      expect(letter?.subject).toMatch(/^Welcome to /);
      expect(await findUnsentMail()).toBeUndefined();
      expect((await administrator.post(path, {})).status).toBe(404);
      expect((await administrator.post('/account/mails/nonsense/resend', {})).status).toBe(404);
    });
  });
});
