import { type App, startApp, stopQuietly } from '../support/app';
import { addPicture } from '../support/content';
import { signIn } from '../support/admin';
import { documentsOf } from '../../src/platform/strapi/documents';
import {
  EXPLORER,
  PRODUCT,
  PROTAGONIST,
  course,
  openSchool,
  store,
  type BusinessLine,
  type School,
} from '../rights/support';
import { ORDER, STILL_USED, detailsOf, messageOf, refusal, usesOf } from './support';

let app: App;
let school: School;
let picture: number;

const teacher = async (): Promise<string> => {
  const documentId = await store(app, PROTAGONIST, {
    name: 'Teacher',
    slug: `teacher-${Math.random().toString(36).slice(2)}`,
    cv: 'cv',
    order: 1,
    image: picture,
    seo: { author: 'A' },
  });
  await documentsOf(app, PROTAGONIST).publish({ documentId, locale: 'es' });
  return documentId;
};

const publishedCourse = async (line: BusinessLine, changes: object): Promise<string> => {
  const documentId = await store(
    app,
    PRODUCT,
    course({ verticals: [line.documentId], ...changes }),
  );
  await documentsOf(app, PRODUCT).publish({ documentId, locale: 'es' });
  return documentId;
};

beforeAll(async () => {
  app = await startApp();
  school = await openSchool(app);
  picture = await addPicture(app);
});

afterAll(() => stopQuietly(app));

describe('who may not read what uses an entry', () => {
  it('should be told how much it is, and no names', async () => {
    const { ana, all, medicina, psicologia } = school;
    const person = await teacher();
    const own = await publishedCourse(medicina, { protagonists: [person] });
    const other = await publishedCourse(psicologia, { protagonists: [person], title: 'Secret' });
    const [hers] = await usesOf(ana, PROTAGONIST, [person]);
    expect(hers?.uses.map(({ documentId }) => documentId)).toEqual([own]);
    expect(hers?.unnamed).toMatchObject([{ uid: PRODUCT, count: 1, hinders: true }]);
    expect(JSON.stringify(hers)).not.toContain('Secret');
    const [everything] = await usesOf(all, PROTAGONIST, [person]);
    expect(everything?.uses.map(({ documentId }) => documentId).toSorted()).toEqual(
      [own, other].toSorted(),
    );
    expect(everything?.unnamed).toEqual([]);
  });

  it('should be told nothing of entries that they may not read themselves', async () => {
    const { ana, psicologia } = school;
    const other = await publishedCourse(psicologia, {});
    expect(await usesOf(ana, PRODUCT, [other])).toEqual([]);
  });

  it('should be refused without the names', async () => {
    const { all, medicina } = school;
    const sold = await publishedCourse(medicina, { title: 'Sold' });
    await app.strapi.db.query(ORDER).create({
      data: {
        sessionId: 'cs_rights',
        origin: 'main',
        state: 'paid',
        sessionStatus: 'complete',
        paymentStatus: 'paid',
        mode: 'payment',
        vertical: 'medicina',
        customerEmail: 'student@example.com',
        productTitle: 'Sold',
        productSKU: 'S-1',
        productDocumentId: sold,
        productPayId: 'prod_1',
        priceId: 'price_1',
      },
    });
    const { ana } = school;
    const answer = await ana.delete(`${EXPLORER}/${PRODUCT}/${sold}?locale=*`);
    expect(refusal(answer)).toEqual(STILL_USED);
    expect(detailsOf(answer).uses).toMatchObject([
      { uses: [], unnamed: [{ uid: ORDER, how: 'records', count: 1 }] },
    ]);
    expect(messageOf(answer)).toContain('entries that you may not read');
    expect(messageOf(answer)).not.toContain('student@example.com');
    expect((await usesOf(all, PRODUCT, [sold]))[0]?.unnamed).toEqual([]);
  });

  it('should still be refused for the want of rights first', async () => {
    const { ana, medicina, psicologia } = school;
    const person = await teacher();
    await publishedCourse(medicina, { protagonists: [person] });
    await publishedCourse(psicologia, { protagonists: [person] });
    expect(refusal(await ana.delete(`${EXPLORER}/${PROTAGONIST}/${person}?locale=*`))).toEqual([
      403,
      'OTHER_LINE',
    ]);
  });

  it('should not be asked anything without signing in', async () => {
    const asked = await app.request.post(`/usage/entries/${PRODUCT}`).send({});
    expect(asked.status).toBe(401);
    const nobody = await signIn(app, 'strapi-author');
    expect((await nobody.post('/usage/files', { fileIds: ['x'] })).status).toBe(400);
  });
});
