import { type App, startApp, stopQuietly } from '../support/app';
import { addPicture } from '../support/content';
import { signIn } from '../support/admin';
import { getDocumentService } from '#platform/strapi/documents';
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

const createTeacher = async (): Promise<string> => {
  const documentId = await store(app, PROTAGONIST, {
    name: 'Teacher',
    slug: `teacher-${Math.random().toString(36).slice(2)}`,
    cv: 'cv',
    order: 1,
    image: picture,
    seo: { author: 'A' },
  });
  await getDocumentService(app, PROTAGONIST).publish({ documentId, locale: 'es' });
  return documentId;
};

const publishedCourse = async (line: BusinessLine, changes: object): Promise<string> => {
  const documentId = await store(
    app,
    PRODUCT,
    course({ verticals: [line.documentId], ...changes }),
  );
  await getDocumentService(app, PRODUCT).publish({ documentId, locale: 'es' });
  return documentId;
};

beforeAll(async () => {
  app = await startApp();
  school = await openSchool(app);
  picture = await addPicture(app);
});

afterAll(() => stopQuietly(app));

describe('references that a user may not read', () => {
  it('POST /usage/entries – entries of another business line – are counted without titles', async () => {
    const { ana, all, medicina, psicologia } = school;
    const person = await createTeacher();
    const ownCourse = await publishedCourse(medicina, { protagonists: [person] });
    const otherCourse = await publishedCourse(psicologia, {
      protagonists: [person],
      title: 'Secret',
    });
    const [anasUsage] = await usesOf(ana, PROTAGONIST, [person]);
    expect(anasUsage?.uses.map(({ documentId }) => documentId)).toEqual([ownCourse]);
    expect(anasUsage?.unnamed).toMatchObject([{ uid: PRODUCT, count: 1, hinders: true }]);
    expect(JSON.stringify(anasUsage)).not.toContain('Secret');
    const [fullUsage] = await usesOf(all, PROTAGONIST, [person]);
    expect(fullUsage?.uses.map(({ documentId }) => documentId).toSorted()).toEqual(
      [ownCourse, otherCourse].toSorted(),
    );
    expect(fullUsage?.unnamed).toEqual([]);
  });

  it('POST /usage/entries – entry that the user may not read – returns nothing', async () => {
    const { ana, psicologia } = school;
    const otherCourse = await publishedCourse(psicologia, {});
    expect(await usesOf(ana, PRODUCT, [otherCourse])).toEqual([]);
  });

  it('DELETE – orders without read permission – returns 409 with their number only', async () => {
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

  it('DELETE – entry of several business lines – returns 403 before the check of references', async () => {
    const { ana, medicina, psicologia } = school;
    const person = await createTeacher();
    await publishedCourse(medicina, { protagonists: [person] });
    await publishedCourse(psicologia, { protagonists: [person] });
    expect(refusal(await ana.delete(`${EXPLORER}/${PROTAGONIST}/${person}?locale=*`))).toEqual([
      403,
      'OTHER_LINE',
    ]);
  });

  it('POST /usage/entries – anonymous – returns 401; invalid file ids – returns 400', async () => {
    const anonymous = await app.request.post(`/usage/entries/${PRODUCT}`).send({});
    expect(anonymous.status).toBe(401);
    const author = await signIn(app, 'strapi-author');
    expect((await author.post('/usage/files', { fileIds: ['x'] })).status).toBe(400);
  });
});
