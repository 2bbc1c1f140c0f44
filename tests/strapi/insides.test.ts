import { readdirSync, readFileSync } from 'node:fs';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import type { Context } from 'koa';
import { Client } from 'pg';
import { signIn } from '../support/admin';
import { startApp, type App } from '../support/app';
import { until } from '../support/until';
import { isOnBehalf, runAsUser, findPerson, getRequestActor } from '#platform/strapi/actor';
import { getCurrentPermissions, getConditionLocales } from '#platform/strapi/current-ability';
import { getRoleServices, makeReadOnly, registerAdminActions } from '#platform/strapi/admin-roles';
import { addConditionFamily } from '#platform/strapi/admin-conditions';
import { getAuthentication, getRefusals } from '#platform/strapi/authentication';
import { getConfigurationStores } from '#platform/strapi/content-manager-configuration';
import { loadCloneRelations, copyInsides } from '#platform/strapi/copied-fields';
import { refreshDeepPopulate, toDatabaseModels } from '#platform/strapi/core-internals';
import { loadDefaultLocale, readDefaultLocale } from '#platform/strapi/default-locale';
import { isPublishing } from '#platform/strapi/document-actions';
import { getDocumentService } from '#platform/strapi/documents';
import { getEncryption } from '#platform/strapi/encryption';
import { createEntryAccess, createFieldCheck } from '#platform/strapi/entry-access';
import { findLostFields } from '#platform/strapi/hidden-in-languages';
import {
  getEntryHandlers,
  findRouter,
  listMethods,
  findMatchedPath,
  resolvePolicies,
} from '#platform/strapi/routes';
import { listFolderFileIds } from '#platform/strapi/files-in-folders';
import { listMirroredRelations } from '#platform/strapi/mirrored-relations';
import { loadBidirectionalRelations } from '#platform/strapi/large-relations';
import { listContentTypes, findModel, hasDrafts, isLocalized } from '#platform/strapi/models';
import { watchOwnWrites } from '#platform/strapi/connection-pool';
import {
  readPagesByNumber,
  listSearchedColumns,
  createStoredColumnLookup,
  watchQueries,
} from '#platform/strapi/stored-queries';
import { listPanelUsers, type PanelUser } from '#platform/strapi/panel-users';
import {
  extendPermissionManagers,
  type ListQuery,
  buildPermittedRowsSql,
  buildPermittedWhere,
} from '#platform/strapi/permitted-query';
import { findUnpatchedPackages } from '#platform/strapi/patches';
import { createSqlRunner, withConnection } from '#platform/strapi/pooled-sql';
import {
  loadDocumentRepositories,
  loadPublicationInternals,
} from '#platform/strapi/publish-in-place';
import { readDatabaseTime, runPreparedSql, sql, getTable } from '#platform/strapi/queries';
import { listSiteLocales } from '#platform/strapi/site-locales';
import { createTableLookup } from '#platform/strapi/tables';
import {
  extendUploadProvider,
  extendUploadService,
  signFileUrls,
  hasPrivateStorage,
} from '#platform/strapi/upload-services';
import {
  closeUsersAndPermissionsRoutes,
  getUsersPermissionsService,
} from '#platform/strapi/users-permissions';

/**
 * Tests the undocumented internals of Strapi, knex and pg that the adapters in `src/platform/strapi` use. If one fails
 * after an upgrade, check the adapter of that name.
 */

const PRODUCT = 'api::product.product';

/** Owner whose tokens have the permissions that they are given. */
const superAdmin = { roles: [{ code: 'strapi-super-admin' }] };
const CATEGORY = 'api::category.category';

/** Returns an internal as an object. */
const inside = (value: unknown): Record<string, unknown> => value as Record<string, unknown>;

const insides: Record<string, (app: App) => unknown> = {
  'actor.ts': async (app) => {
    {
      const { token } = await signIn(app);
      let actor: unknown;
      const unsubscribe = app.strapi.documents.use((_context, next) => {
        actor = getRequestActor({ strapi: app.strapi });
        return next();
      });
      await app.request
        .get(`/content-manager/collection-types/${PRODUCT}`)
        .set('Authorization', `Bearer ${token}`)
        .expect(200);
      (unsubscribe as unknown as () => void)();
      expect(actor).toMatchObject({ kind: 'user', name: 'Test strapi-super-admin' });
      expect(getRequestActor({ strapi: app.strapi })).toBeNull();
    }
    {
      const { email } = await signIn(app);
      const person = await findPerson(app, { email });
      expect(await findPerson(app, { email: 'nobody@example.com' })).toBeNull();
      if (person === null) throw new Error('The administrator is nobody.');
      expect(isOnBehalf(app)).toBe(false);
      await runAsUser(app, person, async () => {
        await getDocumentService(app, CATEGORY).findMany({});
        expect([isOnBehalf(app), getRequestActor(app)?.kind]).toEqual([true, 'user']);
        expect(
          getCurrentPermissions(app, 'plugin::content-manager.explorer.read', PRODUCT),
        ).toHaveLength(1);
      });
    }
  },

  'admin-conditions.ts': async ({ strapi }) => {
    const condition = {
      id: 'plugin::test.x',
      displayName: 'X',
      category: 'test',
      handler: () => ({ title: 'X' }),
    };
    addConditionFamily(
      { strapi },
      {
        includes: (id) => id.startsWith('plugin::test.'),
        find: () => condition,
        offered: () => [condition],
      },
    );
    const { conditionProvider, engine } = strapi.service('admin::permission') as {
      conditionProvider: { keys: () => string[]; has: (id: string) => boolean };
      engine: {
        generateTokenAbility: (
          permissions: object[],
          owner: object,
        ) => Promise<{ can: (action: string, subject: unknown) => boolean }>;
      };
    };
    expect(conditionProvider.keys()).toEqual(
      expect.arrayContaining(['admin::is-creator', 'plugin::test.x']),
    );
    expect(conditionProvider.has('plugin::test.gone')).toBe(true);
    const action = 'plugin::content-manager.explorer.read';
    const properties = { locales: null };
    const permission = { action, subject: PRODUCT, properties, conditions: ['plugin::test.y'] };
    const ability = await engine.generateTokenAbility([permission], superAdmin);
    const product = (title: string) => ({ __caslSubjectType__: PRODUCT, title });
    expect(ability.can(action, product('X'))).toBe(true);
    expect(ability.can(action, product('Y'))).toBe(false);
  },

  'admin-roles.ts': async ({ strapi }) => {
    {
      expect(getRoleServices({ strapi }).actions.values().length).toBeGreaterThan(0);
    }
    {
      const action = { displayName: 'Test', pluginName: 'mail', uid: 'test' };
      // The function exists, and rejects calls after the start of Strapi.
      const lateRegistration = registerAdminActions({ strapi }, [action]);
      await expect(lateRegistration).rejects.toThrow('outside of the bootstrap function');
    }
    {
      expect(() => makeReadOnly({ strapi }, 'api::nothing.nothing')).not.toThrow();
    }
  },

  'administrator-tokens.ts': async ({ strapi }) => {
    const registrationToken = 'a'.repeat(40);
    const users = strapi.db.query('admin::user');
    const data = { email: 'tokens@example.com', registrationToken, isActive: false };
    const created = (await users.create({ data })) as { id: number };
    expect(created).toMatchObject({ registrationToken });
    const user = (await users.findOne({ where: { registrationToken } })) as object;
    expect(user).toMatchObject({ id: created.id });
    expect(user).not.toMatchObject({ registrationToken });
  },

  'authentication.ts': async ({ strapi }) => {
    const ctx = strapi.server.app.createContext(
      new IncomingMessage(new Socket()),
      new ServerResponse(new IncomingMessage(new Socket())),
    );
    expect(getRefusals(ctx)).toBe(ctx);
    ctx.state = { route: { config: { auth: false } } };
    let isAdmitted = false;
    await getAuthentication({ strapi }).authenticate(ctx, () => {
      isAdmitted = true;
      return Promise.resolve();
    });
    expect(isAdmitted).toBe(true);
  },

  'connection-pool.ts': async ({ strapi, database }) => {
    {
      const client = inside(strapi.db.connection.client);
      expect(client).toMatchObject({
        acquireConnection: expect.any(Function),
        releaseConnection: expect.any(Function),
        pool: { on: expect.any(Function) },
      });
      expect(client.logger).toMatchObject(
        Object.fromEntries(
          ['debug', 'warn', 'error'].map((level) => [level, expect.any(Function)]),
        ),
      );
      const { validate } = client.pool as { validate: (connection: object) => unknown };
      expect(validate({ __knex__disposed: 'lost' })).toBe(false);
    }
    {
      let writes = 0;
      watchOwnWrites({ strapi }, () => (writes += 1));
      await strapi.db.query(CATEGORY).create({ data: { name: 'X', slug: 'own-writes' } });
      // The event arrives before the writer's response. Other parts of the service may have written too.
      expect(writes).toBeGreaterThan(0);
    }
    {
      const client = new Client(database.url);
      await client.connect();
      expect(client).toMatchObject({
        processID: expect.any(Number),
        connection: { stream: { destroy: expect.any(Function) } },
      });
      const rows = await new Promise((resolve) => {
        client.query('SELECT 1 AS one', (_error: unknown, result: { rows: unknown }) => {
          resolve(result.rows);
        });
      });
      expect(rows).toEqual([{ one: 1 }]);
      await client.end();
    }
  },

  'content-manager-configuration.ts': async ({ strapi }) => {
    const { types } = getConfigurationStores({ strapi });
    const model = types.find(PRODUCT);
    expect(model?.attributes).toHaveProperty('title');
    if (model !== undefined) expect(await types.read(model)).toHaveProperty('layouts.edit');
    for (const name of ['components', 'content-types']) {
      const service = inside(strapi.plugin('content-manager').service(name));
      expect(service.syncConfigurations).toEqual(expect.any(Function));
    }
  },

  'copied-fields.ts': () => {
    expect(copyInsides().excludeNotCreatableFields).toEqual(expect.any(Function));
    expect(loadCloneRelations().prepareCloneData).toEqual(expect.any(Function));
  },

  'core-internals.ts': () => {
    expect(toDatabaseModels()).toEqual(expect.any(Function));
    expect(() => refreshDeepPopulate([PRODUCT])).not.toThrow();
  },

  'current-ability.ts': async (app) => {
    {
      const { token } = await signIn(app);
      const of = { strapi: app.strapi };
      let rules: unknown;
      const unsubscribe = app.strapi.documents.use((_context, next) => {
        rules = getCurrentPermissions(of, 'plugin::content-manager.explorer.read', PRODUCT);
        return next();
      });
      await app.request
        .get(`/content-manager/collection-types/${PRODUCT}`)
        .set('Authorization', `Bearer ${token}`)
        .expect(200);
      (unsubscribe as unknown as () => void)();
      expect(rules).toEqual([expect.objectContaining({ subject: PRODUCT })]);
      expect(
        getCurrentPermissions(of, 'plugin::content-manager.explorer.read', PRODUCT),
      ).toBeNull();
    }
    {
      const { strapi } = app;
      const { engine } = strapi.service('admin::permission') as {
        engine: {
          generateTokenAbility: (
            permissions: object[],
            owner: object,
          ) => Promise<{
            rulesFor: (action: string, subject: string) => { conditions?: unknown }[];
          }>;
        };
      };
      const action = 'plugin::content-manager.explorer.read';
      const permission = (properties: object) => ({ action, subject: PRODUCT, properties });
      const languages = async (properties: object) => {
        const ability = await engine.generateTokenAbility([permission(properties)], superAdmin);
        return ability
          .rulesFor(action, PRODUCT)
          .map(({ conditions }) => getConditionLocales(conditions));
      };
      expect(await languages({ locales: ['es'] })).toEqual([['es']]);
      expect(await languages({ locales: null })).toEqual([null]);
    }
  },

  'default-locale.ts': async ({ strapi, database }) => {
    const client = new Client(database.url);
    await client.connect();
    expect(await loadDefaultLocale({ strapi })).toBe('en');
    const read = async (text: string, values: readonly unknown[]): Promise<[string][]> => {
      const { rows } = await client.query<[string]>({
        text,
        values: [...values],
        rowMode: 'array',
      });
      return rows;
    };
    expect(await readDefaultLocale(read)).toBe('en');
    await client.end();
  },

  'document-actions.ts': () => {
    expect(isPublishing('publish', {})).toBe(true);
    expect(isPublishing('update', { status: 'published' })).toBe(true);
    expect(isPublishing('update', { status: 'draft' })).toBe(false);
  },

  'document-events.ts': async (app) => {
    const { strapi } = app;
    const receivedEvents: unknown[] = [];
    const listener = (event: unknown): void => void receivedEvents.push(event);
    const { documentId } = await strapi
      .documents(CATEGORY)
      .create({ locale: 'es', data: { name: 'A', slug: 'a' } as never });
    const rename = async (): Promise<number> => {
      let read = 0;
      const count = ({ sql: text }: { sql: string }): void => {
        if (/^select .* from "categories"/.test(text)) read += 1;
      };
      strapi.db.connection.on('query', count);
      await strapi.documents(CATEGORY).update({ documentId, locale: 'es', data: { name: 'B' } });
      // Reads for listeners run after the commit, so wait for them.
      await until(
        () => receivedEvents.length,
        (events) => events === (isListening ? 1 : 0),
      );
      strapi.db.connection.off('query', count);
      return read;
    };
    let isListening = false;
    // Jobs of the write sometimes read the table too.
    const readsWithoutListener = Math.min(await rename(), await rename(), await rename());
    isListening = true;
    const stop = strapi.eventHub.on('entry.update', listener as never);
    const read = await rename();
    expect(read).toBeGreaterThan(readsWithoutListener);
    expect(receivedEvents).toEqual([
      expect.objectContaining({ entry: expect.objectContaining({ documentId }) as unknown }),
    ]);
    stop();
    receivedEvents.length = 0;
    isListening = false;
    await until(rename, (again) => again === readsWithoutListener);
  },

  'documents.ts': async ({ strapi }) => {
    const documents = getDocumentService({ strapi }, PRODUCT);
    for (const name of ['create', 'update', 'delete', 'publish', 'unpublish', 'discardDraft']) {
      expect(documents).toHaveProperty(name, expect.any(Function));
    }
    expect(await documents.findMany({ locale: 'es' })).toEqual([]);
    expect(await documents.findOne({ documentId: 'none' })).toBeNull();
    expect(await documents.count({ locale: 'es' })).toBe(0);
  },

  'encryption.ts': ({ strapi }) => {
    const { encrypt, decrypt } = getEncryption({ strapi });
    const encrypted = encrypt('a secret');
    expect(encrypted).not.toContain('a secret');
    expect(decrypt(encrypted ?? '')).toBe('a secret');
  },

  'entry-access.ts': async ({ strapi }) => {
    {
      const checkedRules: unknown[] = [];
      const ability = {
        can: (...checked: unknown[]) => {
          checkedRules.push(checked);
          return true;
        },
      };
      const access = createEntryAccess({ strapi }, { ability, uid: PRODUCT });
      expect(access.may('read', 'title')).toBe(true);
      expect(access.mayWithDeleted('create', { documentId: 'x', locale: 'es' })).toBe(true);
      expect(checkedRules).toEqual([
        ['plugin::content-manager.explorer.read', PRODUCT, 'title'],
        ['plugin::content-manager.explorer.create', expect.objectContaining({ documentId: 'x' })],
      ]);
    }
    {
      const { engine } = strapi.service('admin::permission') as {
        engine: {
          generateTokenAbility: (permissions: object[], owner: object) => Promise<unknown>;
        };
      };
      const ability = await engine.generateTokenAbility([], superAdmin);
      expect(createFieldCheck({ strapi }, ability, PRODUCT)('title')).toBe(false);
    }
  },

  'files-in-folders.ts': async ({ strapi }) => {
    // The `path` of a folder is a prefix of the paths of its folders and files.
    const createFolder = async (values: object): Promise<{ id: number }> =>
      (await strapi.db.query('plugin::upload.folder').create({ data: values })) as { id: number };
    const fileAt = async (folderPath: string): Promise<number> => {
      const file: unknown = await strapi.db.query('plugin::upload.file').create({
        data: {
          name: 'a.png',
          hash: `h${folderPath}`,
          mime: 'image/png',
          size: 1,
          folderPath,
          url: '/a',
          provider: 'local',
        },
      });
      return (file as { id: number }).id;
    };
    const { id } = await createFolder({ name: 'Seen', pathId: 91, path: '/91' });
    const fileInFolder = await fileAt('/91');
    const fileBelow = await fileAt('/91/92');
    await fileAt('/911');
    expect([...(await listFolderFileIds({ strapi }, [id]))].sort()).toEqual(
      [fileInFolder, fileBelow].sort(),
    );
  },

  'first-migrations.ts': ({ strapi }) => {
    expect(inside(strapi.db.migrations.providers.internal).up).toEqual(expect.any(Function));
    // Both use one logger, so its level silences both.
    expect(strapi.db.logger).toBe(strapi.log);
  },

  'hidden-in-languages.ts': async ({ strapi }) => {
    const deniedEntry = {
      ability: { can: () => false },
      uid: PRODUCT,
      documentId: 'none',
    } as const;
    expect(await findLostFields({ strapi }, { ...deniedEntry, from: 'es', locale: 'en' })).toEqual(
      [],
    );
    const manager = strapi.plugin('content-manager').service('document-manager');
    expect(inside(manager).update).toEqual(expect.any(Function));
    const filling = strapi.plugin('i18n').service('fill-from-locale');
    expect(inside(filling).transformDocument).toEqual(expect.any(Function));
  },

  // `relation-order.test.ts` verifies by publishing that Strapi still passes these parameters.
  'large-relations.ts': async ({ strapi }) => {
    expect(loadBidirectionalRelations()).toMatchObject({
      load: expect.any(Function),
      sync: expect.any(Function),
    });
    const { id } = (await strapi.db
      .query(CATEGORY)
      .create({ data: { name: 'L', slug: 'large' } })) as { id: number };
    await strapi.db.query(PRODUCT).create({ data: { title: 'L', categories: [id, id] } });
    expect(await strapi.db.query(PRODUCT).count({ where: { categories: { id } } })).toBe(1);
  },

  'locale-changes.ts': ({ strapi }) => {
    for (const name of ['findById', 'delete', 'setDefaultLocale']) {
      expect(strapi.plugin('i18n').service('locales')).toHaveProperty(name, expect.any(Function));
    }
  },

  'mcp.ts': async ({ strapi }) => {
    {
      // The server's authentication finds this function here, and returns its `authenticated`.
      const { services } = strapi.get<{
        services: Record<string, { authenticateAdminToken: (token: string) => Promise<unknown> }>;
      }>('admin');
      const { authenticateAdminToken } = services['api-token-admin'] ?? {};
      expect(await authenticateAdminToken?.('none')).toEqual({ authenticated: false });
    }
    {
      // tests/machines/mcp tests its tools with a language added later.
      expect(strapi.ai.mcp).toMatchObject({ registerTool: expect.any(Function) });
      const rows: unknown = await strapi.db.query('plugin::i18n.locale').findMany({});
      expect(rows).toContainEqual(expect.objectContaining({ code: 'en' }));
      expect(await loadDefaultLocale({ strapi })).toEqual(expect.any(String));
    }
  },

  // `publish-in-place.test.ts` verifies that they are written like by Strapi.
  'mirrored-relations.ts': ({ strapi }) => {
    expect(listMirroredRelations({ strapi }, PRODUCT)).toEqual([
      'verticals',
      'categories',
      'protagonists',
      'channels',
    ]);
    expect(listMirroredRelations({ strapi }, 'api::channel.channel')).toContain('products');
  },

  'models.ts': ({ strapi }) => {
    const product = listContentTypes({ strapi }).find(({ uid }) => uid === PRODUCT);
    expect(product).toMatchObject({ collectionName: 'products', info: { displayName: 'Product' } });
    expect([hasDrafts(product ?? {}), isLocalized(product ?? {})]).toEqual([true, true]);
    expect(findModel({ strapi }, PRODUCT)?.attributes).toMatchObject({
      title: { type: 'string' },
      channels: { type: 'relation', relation: 'manyToMany', target: 'api::channel.channel' },
      header: { type: 'component', component: 'product.header' },
    });
    expect(findModel({ strapi }, 'product.header')?.uid).toBe('product.header');
    expect(findModel({ strapi }, 'api::nothing.nothing')).toBeUndefined();
  },

  'panel-users.ts': async ({ strapi }) => {
    const users = strapi.db.query('admin::user');
    const create = (firstname: string, data: object): Promise<unknown> =>
      users.create({
        data: { firstname, email: `${firstname}@example.com`, isActive: true, ...data },
      });
    const caller = (await create('caller', {})) as PanelUser;
    await create('active', {});
    await create('former', { blocked: true });
    await create('invited', { isActive: false });
    const names = (await listPanelUsers({ strapi }, caller)).map(({ name }) => name);
    expect(names[0]).toBe('caller');
    expect(names).toContain('active');
    expect(names).not.toContain('former');
    expect(names).not.toContain('invited');
  },

  'patches.ts': async ({ request }) => {
    expect(findUnpatchedPackages()).toEqual([]);
    // Without the limit, this request exceeds the timeout of the test.
    const email = `a@${'a.'.repeat(40)}`;
    await request.post('/admin/forgot-password').send({ email }).expect(400);
  },

  'permitted-query.ts': async (app) => {
    const { strapi } = app;
    const { engine } = strapi.service('admin::permission') as {
      engine: { generateTokenAbility: (permissions: object[], owner: object) => Promise<unknown> };
    };
    const reading = { action: 'plugin::content-manager.explorer.read', subject: PRODUCT };
    const ability = await engine.generateTokenAbility(
      [{ ...reading, properties: { locales: ['es'] } }],
      superAdmin,
    );
    const where = (query: ListQuery, by = ability) =>
      buildPermittedWhere({ strapi }, { ability: by, uid: PRODUCT, query });
    expect(await where({})).toEqual(expect.any(Object));
    const inSpanish = { $or: [{ $and: [{ locale: { $in: ['es'] } }] }] };
    expect(await where({ filters: { title: 'A' } })).toEqual({ $and: [{ title: 'A' }, inSpanish] });
    const without = await engine.generateTokenAbility([], superAdmin);
    expect(await where({ filters: { title: 'A' } }, without)).toEqual({ id: { $null: true } });
    const rows = await buildPermittedRowsSql({ strapi }, { ability, uid: PRODUCT });
    expect(rows.sql).toMatch(/^select .*id.* from .*products/);
    const abilityInSpanish = await engine.generateTokenAbility(
      [
        {
          action: 'plugin::content-manager.explorer.read',
          subject: PRODUCT,
          properties: { locales: ['es'] },
        },
      ],
      superAdmin,
    );
    const rowsInSpanish = await buildPermittedRowsSql(
      { strapi },
      { ability: abilityInSpanish, uid: PRODUCT },
    );
    expect(rowsInSpanish.languages).toEqual(['es']);
    // The content manager and the media library use the extended service.
    const applied: string[] = [];
    extendPermissionManagers(
      { strapi },
      {
        onQuery: async ({ uid }, query) => {
          applied.push(`query ${uid}`);
          return Promise.resolve(query);
        },
        onOutput: async ({ uid }, output) => {
          applied.push(`output ${uid}`);
          return Promise.resolve(output);
        },
      },
    );
    const admin = await signIn(app);
    await admin.get(`/content-manager/collection-types/${PRODUCT}`);
    await admin.get('/upload/files');
    const file = 'plugin::upload.file';
    expect(applied).toEqual(
      expect.arrayContaining([`query ${PRODUCT}`, `query ${file}`, `output ${file}`]),
    );
    type Builder = { populateFromQuery: (query: object) => { build: () => Promise<unknown> } };
    const populateBuilder = strapi
      .plugin('content-manager')
      .service<(uid: string) => Builder>('populate-builder');
    const query = { filters: { categories: { id: 1 } } };
    expect(await populateBuilder(PRODUCT).populateFromQuery(query).build()).toEqual({});
  },

  'pooled-sql.ts': async ({ strapi }) => {
    expect(await createSqlRunner(strapi.db.connection)('SELECT $1::int AS n', [1])).toEqual([
      { n: 1 },
    ]);
    await strapi.db.connection.transaction(async (trx) => {
      const pid = 'SELECT pg_backend_pid() AS pid';
      const { rows } = await trx.raw<{ rows: object[] }>(pid);
      expect(await createSqlRunner(trx)(pid)).toEqual(rows);
      expect(await withConnection(trx, (connection) => connection.query(pid))).toMatchObject({
        rows,
      });
    });
  },

  'publish-in-place.ts': () => {
    expect(loadDocumentRepositories()).toHaveProperty(
      'createContentTypeRepository',
      expect.any(Function),
    );
    for (const inside of Object.values(loadPublicationInternals())) {
      expect(inside).toEqual(expect.any(Function));
    }
  },

  'queries.ts': async ({ strapi }) => {
    expect(Math.abs((await readDatabaseTime({ strapi })) - Date.now())).toBeLessThan(60_000);
    const table = getTable<{ id: number; slug: string }>({ strapi }, 'api::vertical.vertical');
    expect(await table.create({ data: { name: 'Line', slug: 'line' } })).toMatchObject({
      slug: 'line',
    });
    expect(await table.updateMany({ where: { slug: 'line' }, data: { name: 'L' } })).toEqual({
      count: 1,
    });
    expect(await table.deleteMany({ where: { slug: 'line' } })).toEqual({ count: 1 });

    await strapi.db.transaction(async ({ trx }) => {
      const twice = 'SELECT CAST(:n AS int) * 2 AS twice';
      for (const n of [4, 5]) {
        const { rows } = await runPreparedSql({ strapi, trx }, twice, { n });
        expect(rows).toEqual([{ twice: n * 2 }]);
      }
      const { rows } = await sql(
        { strapi, trx },
        'SELECT name FROM pg_prepared_statements WHERE statement LIKE ?',
        ['SELECT CAST($1 AS int) * 2%'],
      );
      expect(rows).toHaveLength(1);
    });
  },

  'routes.ts': ({ strapi }) => {
    {
      const router = findRouter({ strapi }, 'upload', 'content-api');
      const route = router?.routes.find(({ handler }) => handler === 'content-api.upload');
      expect(route).toMatchObject({ method: 'POST', info: { type: 'content-api' } });
      expect(findRouter({ strapi }, 'admin', 'admin')?.routes.length).toBeGreaterThan(0);
      const request = { path: '/api/upload', method: 'POST' } as Context;
      expect(findMatchedPath({ strapi }, request)).toMatch(/^\/api\/upload\/?$/);
      expect(route && resolvePolicies({ strapi }, route)).toEqual([]);
      const otherRequest = { path: '/api/user-endpoints/login', method: 'GET' } as Context;
      expect(listMethods({ strapi }, otherRequest)).toEqual(['POST']);
      expect(listMethods({ strapi }, { ...otherRequest, path: '/api/nothing' })).toEqual([]);
      const panel = findRouter({ strapi }, 'content-manager', 'admin')?.routes ?? [];
      for (const handler of ['collection-types.publish', 'collection-types.bulkPublish']) {
        const config = panel.find((item) => item.handler === handler)?.config;
        expect(config?.middlewares).toContain('plugin::publishing-rules.prefetch-prices');
      }
    }
    {
      const { findOne, publish } = getEntryHandlers({ strapi });
      expect([typeof findOne, typeof publish]).toEqual(['function', 'function']);
      // The handlers find the entry by this parameter of their routes.
      const routes = findRouter({ strapi }, 'content-manager', 'admin')?.routes ?? [];
      expect(routes).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            method: 'GET',
            path: '/collection-types/:model/:id',
            handler: 'collection-types.findOne',
          }),
          expect.objectContaining({
            method: 'POST',
            path: '/collection-types/:model/:id/actions/publish',
            handler: 'collection-types.publish',
          }),
          expect.objectContaining({
            method: 'POST',
            path: '/collection-types/:model/actions/publish',
            handler: 'collection-types.publish',
          }),
        ]),
      );
    }
  },

  'shared-fields.ts': ({ strapi }) => {
    const ofLocales = strapi.plugin('i18n');
    expect(ofLocales.service('localizations')).toHaveProperty(
      'syncNonLocalizedAttributes',
      expect.any(Function),
    );
    const names = ofLocales
      .service<{ getNonLocalizedAttributes: (model: unknown) => string[] }>('content-types')
      .getNonLocalizedAttributes(strapi.contentType('api::email-template.email-template'));
    expect(names).toEqual(['kind']);
  },

  'site-locales.ts': async ({ strapi }) => {
    expect(await listSiteLocales({ strapi })).toEqual(['en']);
  },

  'stored-queries.ts': async ({ strapi }) => {
    {
      const columns = createStoredColumnLookup({ strapi });
      expect(columns('api::no.no')).toBeUndefined();
      expect(columns(PRODUCT)).toMatchObject({
        id: { type: 'increments' },
        title: { type: 'string' },
        fullPrice: { type: 'decimal' },
        categories: { type: 'relation', target: CATEGORY },
        header: { type: 'relation', target: 'product.header' },
      });
      const queries: unknown[] = [];
      const findQuery = { where: { slug: 'a' }, orderBy: { id: 'asc' } };
      const stopWatching = watchQueries({ strapi }, (uid, query) => {
        if (uid === CATEGORY) queries.push(query);
      });
      await strapi.db.query(CATEGORY).findMany(findQuery);
      stopWatching();
      expect(queries).toEqual([expect.objectContaining(findQuery)]);
      const allow = watchQueries({ strapi }, () => {
        throw new Error('refused');
      });
      await expect(strapi.db.query(CATEGORY).count({})).rejects.toThrow('refused');
      allow();
    }
    {
      const columns = listSearchedColumns({ strapi }, PRODUCT);
      const compared = new Set<string>();
      const recordColumn = ({ sql: text }: { sql: string }): void => {
        for (const [, name = ''] of text.matchAll(/"t0"."(\w+)"::text ILIKE/g)) compared.add(name);
      };
      strapi.db.connection.on('query', recordColumn);
      // A number is searched in numeric columns too.
      await strapi.db.query(PRODUCT).count({ _q: '7' });
      strapi.db.connection.off('query', recordColumn);
      expect([...compared].sort()).toEqual([...columns].sort());
    }
    {
      // Strapi executes the query as changed by a listener of the event.
      const statements: string[] = [];
      const recordStatement = ({ sql: text }: { sql: string }): void => {
        if (text.includes('from "categories"')) statements.push(text);
      };
      const end = readPagesByNumber({ strapi }, new Set(['categories']));
      strapi.db.connection.on('query', recordStatement);
      await strapi.db
        .query(CATEGORY)
        .findMany({ _q: 'nothing is called so', orderBy: { id: 'asc' }, limit: 5 });
      await strapi.db.query(CATEGORY).findMany({ orderBy: { id: 'asc' }, limit: 5, offset: 2_000 });
      strapi.db.connection.off('query', recordStatement);
      end();
      expect(statements.filter((text) => text.startsWith('select "t0"."id" from'))).toHaveLength(2);
      const pages = statements.filter((text) => text.startsWith('select "t0".*'));
      expect(pages).toHaveLength(2);
      for (const text of pages) expect(text).not.toMatch(/ILIKE|offset/);
    }
  },

  'tables.ts': ({ strapi }) => {
    const table = createTableLookup({ strapi });
    expect(table(PRODUCT).name).toBe('products');
    expect(table(PRODUCT).column('documentId')).toBe('document_id');
    expect(table(PRODUCT).link('channels')).toMatchObject({
      from: 'product_id',
      to: 'channel_id',
      order: 'channel_ord',
      orderAtTarget: 'product_ord',
    });
    expect(table(PRODUCT).link('header')).toMatchObject({
      table: 'products_cmps',
      from: 'entity_id',
      to: 'cmp_id',
      on: { field: 'header' },
    });
    expect(table(PRODUCT).link('cardImage')).toMatchObject({
      table: 'files_related_mph',
      on: { field: 'cardImage', related_type: PRODUCT },
    });
  },

  'upload-services.ts': async ({ strapi }) => {
    {
      for (const name of ['upload', 'image-manipulation', 'file', 'folder'] as const) {
        expect(() => extendUploadService({ strapi }, name, () => ({}))).not.toThrow();
      }
      const file = { id: 1, provider: 'local', url: '/uploads/a.png' };
      expect(await signFileUrls({ strapi }, file)).toMatchObject({ url: '/uploads/a.png' });
    }
    {
      expect(await hasPrivateStorage({ strapi })).toBe(false);
      expect(() => extendUploadProvider({ strapi }, () => ({}))).not.toThrow();
    }
  },

  'users-permissions.ts': ({ strapi }) => {
    type Tokens = { getToken: (ctx: object) => unknown };
    expect(getUsersPermissionsService<Tokens>({ strapi }, 'jwt', ['getToken'])).toBeDefined();
    expect(() => closeUsersAndPermissionsRoutes({ strapi }, ['/none'])).not.toThrow();
  },

  'webhook-requests.ts': async ({ strapi }) => {
    type Runner = { run: (hook: object, event: string) => Promise<object> };
    const accounts: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      accounts.push(url);
      if (url === '/moved') response.writeHead(302, { Location: '/inside' }).end();
      else response.writeHead(500).end(Buffer.alloc(17 * 2 ** 20, 'x'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const runTo = (at: string) =>
      strapi
        .get<Runner>('webhookRunner')
        .run({ url: `http://127.0.0.1:${port}${at}`, headers: {} }, 'trigger-test');
    try {
      expect(await runTo('/moved')).toMatchObject({ statusCode: 302 });
      expect(await runTo('/huge')).toEqual({
        statusCode: 500,
        message: 'the answer is larger than 16 MB',
      });
      expect(accounts).toEqual(['/moved', '/huge']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
};

let app: App;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.stop());

describe('internals used by the adapters', () => {
  it.each(Object.entries(insides))(
    'src/platform/strapi/%s – works with the installed version',
    (_file, check) => Promise.resolve(check(app)),
  );

  it('every patch – is applied to the installed package', () => {
    const root = path.resolve(__dirname, '../..');
    for (const name of readdirSync(path.join(root, 'patches'))) {
      const patch = readFileSync(path.join(root, 'patches', name), 'utf8');
      for (const [, file = '', changes = ''] of patch.matchAll(
        /^\+\+\+ b\/(.+)\n([^]*?)(?=^diff|(?![^]))/gm,
      )) {
        const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
        const added = [...changes.matchAll(/^\+(.*)$/gm)].map(([, line]) => line);
        expect(added).not.toEqual([]);
        expect(lines).toEqual(expect.arrayContaining(added));
      }
    }
  });

  /** Files beside the adapters that rely on no internals. */
  const helpers = ['merge-copied-values.ts', 'require-functions.ts', 'with-strapi.ts'];

  it('every adapter – has a check', () => {
    const folder = path.resolve(__dirname, '../../src/platform/strapi');
    const adapters = readdirSync(folder).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !helpers.includes(name),
    );
    expect(Object.keys(insides).sort()).toEqual(adapters.sort());
  });

  it('docs/reference/strapi-adapters.md – lists every file, and at most 42 adapters', () => {
    const folder = path.resolve(__dirname, '../../src/platform/strapi');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /[.]tsx?$/.test(name) && !name.endsWith('.test.ts'),
    );
    const page = readFileSync(
      path.resolve(__dirname, '../../docs/reference/strapi-adapters.md'),
      'utf8',
    );
    const listed = [...page.matchAll(/`([\w/-]+[.]tsx?)`/g)].map(([, name]) => name);
    expect(listed.sort()).toEqual(files.sort());
    const adapters = page.split('\n').filter((line) => line.startsWith('- `'));
    expect(adapters.length).toBeLessThanOrEqual(42);
    for (const adapter of adapters) expect(adapter).toMatch(/: .+ Why: .+ Risk: .+ Ends: /);
  });
});
