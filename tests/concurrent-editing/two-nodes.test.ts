import { type Admin, ensureAdmin, logIn, signIn } from '../support/admin';
import { startApp, type App } from '../support/app';
import { ensureLanguages } from '../support/content';
import { type ServiceProcess, startProcess } from '../support/process';
import { CATEGORY, dataIn, deskOf, detailsIn, type Desk } from './support';

type Present = { name: string; isSelf: boolean };

describe('Two editors of one entry, each at another node', () => {
  let firstNode: App;
  let secondNode: ServiceProcess;
  let marta: Admin;
  let antonio: Admin;
  let hers: Desk;
  let his: Desk;

  beforeAll(async () => {
    firstNode = await startApp();
    await ensureLanguages(firstNode);
    await ensureAdmin(firstNode, 'catalogue-editor');
    secondNode = await startProcess({ database: firstNode.database });
    marta = await signIn(firstNode);
    antonio = await logIn(secondNode, 'catalogue-editor');
    [hers, his] = [deskOf(marta), deskOf(antonio)];
  });

  afterAll(async () => {
    await secondNode.stop();
    await firstNode.stop();
  });

  it('are refused a save or publication based on an older version', async () => {
    const { documentId } = await hers.create();
    const [mine, theirs] = [await hers.open(documentId), await his.open(documentId)];
    const saved = await hers.save(documentId, { name: 'Hers', baseVersion: mine.updatedAt });
    expect(saved.status).toBe(200);
    for (const change of [his.save, his.publish]) {
      const response = await change(documentId, { name: 'His', baseVersion: theirs.updatedAt });
      expect(response.status).toBe(409);
      expect(detailsIn(response)).toMatchObject({
        code: 'STALE_VERSION',
        changes: [{ field: 'name', changedBy: 'Test strapi-super-admin', text: 'Hers' }],
      });
    }
    expect((await hers.open(documentId)).name).toBe('Hers');
    const { updatedAt: baseVersion } = await his.open(documentId);
    expect((await his.save(documentId, { name: 'His', baseVersion })).status).toBe(200);
    expect((await hers.open(documentId)).name).toBe('His');
  });

  it('accept one of several saves of one version at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { documentId, updatedAt: baseVersion } = await hers.create();
      const answers = await Promise.all(
        [hers, his, hers, his].map(async (desk, index) => {
          const name = `Of ${index}`;
          return { name, ...(await desk.save(documentId, { name, baseVersion })) };
        }),
      );
      const [won, ...others] = answers.filter(({ status }) => status === 200);
      expect([others, answers.map(({ status }) => status).toSorted()]).toEqual([
        [],
        [200, 409, 409, 409],
      ]);
      expect((await his.open(documentId)).name).toBe(won?.name);
    }
  });

  it('store repeated requests with one idempotency key once, for new and existing entries', async () => {
    const otherNodeAdmin = await logIn(secondNode, 'strapi-super-admin');
    const [atHere, atThere] = [marta, otherNodeAdmin].map((who) => deskOf(who, 'her-form'));
    if (atHere === undefined || atThere === undefined) throw new Error('There are two.');
    for (let round = 0; round < 5; round += 1) {
      const data = hers.unmade();
      const responses = await Promise.all(
        [atHere, atThere, atHere, atThere].map((desk) => desk.make(data)),
      );
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
      const [documentId = '', ...others] = new Set(
        responses.map((answer) => dataIn(answer).documentId),
      );
      expect(others).toEqual([]);
      const { updatedAt: baseVersion } = await hers.open(documentId);
      const saved = await Promise.all(
        [atHere, atThere].map((desk) => desk.save(documentId, { name: 'Hers', baseVersion })),
      );
      expect(saved.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  it('see each other, and take over', async () => {
    const { documentId } = await hers.create();
    const present = async (who: Admin, takesOver = false): Promise<[string, boolean][]> => {
      const { body } = await who.post(
        `/concurrent-editing/present/${CATEGORY}/${documentId}?locale=es`,
        { form: `form-of-${who.email}`, takesOver },
      );
      return (body.data as Present[]).map(({ name, isSelf }) => [name, isSelf]);
    };
    const [herName, hisName] = ['Test strapi-super-admin', 'Test catalogue-editor'];
    expect(await present(marta)).toEqual([[herName, true]]);
    expect(await present(antonio)).toEqual([
      [herName, false],
      [hisName, true],
    ]);
    expect(await present(antonio, true)).toEqual([
      [hisName, true],
      [herName, false],
    ]);
    expect(await present(marta)).toEqual([
      [hisName, false],
      [herName, true],
    ]);
  });

  it('read their unsaved text at the other node', async () => {
    const { documentId } = await hers.create();
    const address = `/concurrent-editing/typed/${CATEGORY}/${documentId}?locale=es`;
    const typing = { fields: { name: { mine: 'Typed', base: 'Name' } }, at: Date.now() };
    expect((await antonio.put(address, typing)).status).toBe(200);
    const otherNodeAdmin = await logIn(firstNode, 'catalogue-editor');
    expect((await otherNodeAdmin.get(address)).body.data).toEqual(typing);
  });
});
