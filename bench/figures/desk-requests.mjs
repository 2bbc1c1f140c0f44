/** @typedef {import('../targets/panel.mjs').Panel} Panel */

/**
 * The panel's requests by purpose: a path, or a function that sends the request and returns its
 * duration in milliseconds.
 *
 * @typedef {Record<string, string | (() => Promise<number>)>} Requests
 */

const PRODUCTS = 'api::product.product';
const LIST = `/content-manager/collection-types/${PRODUCTS}`;

export const EXPLORER = `${LIST}?page=1&pageSize=10&sort=order:ASC&locale=es`;
export const SITE = '/site-overview/overview';

/** Maximum number of rows in a grid. */
const ROWS = 500;

/** Maximum number of entries selected in a list. */
const SELECTED = 100;

/** @template Answer @param {Panel} panel @param {string} path @returns {Promise<Answer>} */
const read = async (panel, path) => {
  /** @type {Answer} */
  const answer = JSON.parse((await panel.ask(path)).body.toString());
  return answer;
};

/** @typedef {{ results: { documentId: string }[] }} Listed */

/** @param {Panel} panel @param {number} count */
const firstProducts = async (panel, count) => {
  /** @type {string[]} */
  const documents = [];
  for (let page = 1; documents.length < count; page += 1) {
    const path = `${LIST}?page=${page}&pageSize=100&sort=order:ASC&locale=es`;
    const { results } = /** @type {Listed} */ (await read(panel, path));
    documents.push(...results.map(({ documentId }) => documentId));
    if (results.length === 0) break;
  }
  return documents.slice(0, count);
};

/** Returns the requests of product lists. @param {Panel} panel */
const lists = async (panel) => {
  const { results } = /** @type {Listed} */ (await read(panel, EXPLORER));
  const { data } = /** @type {{ data: { related: { value: string }[] } }} */ (
    await read(panel, `/lists/${PRODUCTS}/questions?q=an`)
  );
  const teacher = data.related.find(({ value }) => value.startsWith('of:protagonists'))?.value;
  if (teacher === undefined) throw new Error('No teacher was found to narrow the list by');
  const rows = results.map(({ documentId }) => documentId).join(',');
  const question = (/** @type {string} */ name) =>
    `${EXPLORER}&question=${encodeURIComponent(name)}`;
  return {
    list: EXPLORER,
    'what the rows show': `/lists/${PRODUCTS}/rows?documents=${rows}&locale=es`,
    'what a list is asked': `/lists/${PRODUCTS}/questions?q=an`,
    'before a word is typed': `/lists/${PRODUCTS}/questions`,
    'its views': `/lists/${PRODUCTS}/views`,
    'its last page': `${LIST}?page=1000&pageSize=10&sort=order:ASC&locale=es`,
    'a hundred of it by title': `${LIST}?page=1&pageSize=100&sort=title:ASC&locale=es`,
    'a word in it': `${EXPLORER}&_q=an`,
    'without picture': question('without-picture'),
    'without English': question('without-language:en'),
    modified: question('modified'),
    'never published': question('never-published'),
    'older than its source': question('older-translation'),
    'payment product unknown': question('payment-unknown'),
    'shown nowhere': question('shown-nowhere'),
    'of a teacher': question(teacher),
  };
};

/**
 * Returns the requests of the content quality page and the lists behind it. @param {Panel} panel
 */
const health = async (panel) => {
  /** @type {{ data: { groups: { code: string, uid: string, locale: string | null, count: number }[] } }} */
  const { data } = await read(panel, '/content-quality/to-do');
  const [largest] = data.groups
    .filter(({ uid, locale }) => uid === PRODUCTS && locale === 'es')
    .sort((first, other) => other.count - first.count);
  return {
    'its to-do list, and that page': '/content-quality/to-do',
    ...(largest !== undefined && {
      'the longest list behind it': `${EXPLORER}&question=${encodeURIComponent(`finding:${largest.code}:es`)}`,
    }),
    'files that nothing uses': '/content-quality/files?code=FILE_UNUSED&page=1',
    'payment products that no entry names': '/content-quality/payment-products?page=1',
    'links that lead nowhere': '/broken-links/addresses',
    'entry by entry': '/publishing-rules/entries',
    'pictures without a text': '/pictures/undescribed?locale=en',
  };
};

/** Returns the requests and actions of forms. @param {Panel} panel @param {string} documentId */
const forms = async (panel, documentId) => {
  const relations = '/content-manager/relations';
  const form = `${LIST}/${documentId}`;
  const inSpanish = '?locale=es';
  const post = async (/** @type {string} */ path, /** @type {object} */ body) =>
    (await panel.ask(path, { method: 'POST', body })).ms;
  /** @typedef {{ data: { title: string, updatedAt: string } }} Form */
  const written = async () => {
    const { data } = /** @type {Form} */ (await read(panel, `${form}${inSpanish}`));
    return { title: data.title, baseVersion: data.updatedAt };
  };
  const save = async () => {
    const { title, baseVersion } = await written();
    const body = { title: title.endsWith('.') ? title.slice(0, -1) : `${title}.`, baseVersion };
    return (await panel.ask(`${form}${inSpanish}`, { method: 'PUT', body })).ms;
  };
  await save();
  /** @type {{ data: { events: { id: string }[] } }} */
  const { data: history } = await read(
    panel,
    `/history/entries/${PRODUCTS}/${documentId}${inSpanish}`,
  );
  const [to, from = to] = history.events;
  const facts = { documentId, locale: 'es', payID: '', texts: {}, links: [], shown: [] };
  return {
    'a form': `${form}${inSpanish}`,
    'what it has to know': () => post(`/publishing-rules/facts/${PRODUCTS}`, facts),
    'what it names': `${relations}/${PRODUCTS}/${documentId}/protagonists${inSpanish}&pageSize=10`,
    'who may write it': `/rights/entries/${PRODUCTS}/${documentId}${inSpanish}`,
    'what was typed in it': `/concurrent-editing/typed/${PRODUCTS}/${documentId}${inSpanish}`,
    'where it is shown': () =>
      post(`/usage/entries/${PRODUCTS}`, {
        removal: 'unpublish',
        documentIds: [documentId],
        locales: ['es'],
      }),
    'it compared with before': `/history/entries/${PRODUCTS}/${documentId}/compare${inSpanish}&from=${from?.id}&to=${to?.id}`,
    'it saved': save,
    'it published': async () => post(`${form}/actions/publish${inSpanish}`, await written()),
    'a choice of teachers': `${relations}/${PRODUCTS}/protagonists?_q=an&pageSize=10&locale=es&id=${documentId}`,
    'the same by business line': `${relations}/${PRODUCTS}/protagonists?_q=Line&pageSize=10&locale=es&id=${documentId}`,
    'a choice of products': `${relations}/home.product-home/product?_q=an&pageSize=10&locale=es`,
    'the same without a word': `${relations}/home.product-home/product?pageSize=10&locale=es`,
    'a choice of links': '/links/entries?q=an&locale=es',
    'its history': `/history/entries/${PRODUCTS}/${documentId}?locale=es`,
    'the bin': '/history/bin',
    'what it is older than': `/stale-translations/${PRODUCTS}/${documentId}?locale=en`,
    'the position of a new one': `/ordering/next/${PRODUCTS}`,
    'business lines and their currencies': '/prices/lines',
    'e-mails in each language': '/account/mails/overview',
    'types with files': '/import-export/types',
    'imports and exports': '/import-export/runs',
    'types with an order': '/ordering/types',
  };
};

/**
 * Returns the bulk requests for many entries. @param {Panel} panel @param {readonly string[]}
 * documents
 */
const many = async (panel, documents) => {
  const post = async (/** @type {string} */ path, /** @type {object} */ body) =>
    panel.ask(path, { method: 'POST', body });
  const address = `/bulk-edit/${PRODUCTS}`;
  const selected = documents.slice(0, SELECTED);
  const columns = [
    { name: 'title', locale: 'es' },
    { name: 'title', locale: 'en' },
    { name: 'tuitionPrice', locale: 'es' },
    { name: 'protagonists', locale: 'es' },
  ];
  const rows = documents.map((key, row) => ({ key, cells: [null, null, `${row + 1},50`, null] }));
  const answer = await post(`${address}/replaceable`, { documents: selected });
  /** @type {{ data: { attribute: string, documentId: string, count: number }[] }} */
  const { data } = JSON.parse(answer.body.toString());
  const teachers = data
    .filter(({ attribute }) => attribute === 'protagonists')
    .sort((first, other) => other.count - first.count);
  const [from, to] = [teachers[0], teachers.at(-1)];
  if (from === undefined || to === undefined) throw new Error('Nobody teaches these products');
  const replacement = {
    documents: selected,
    attribute: 'protagonists',
    from: from.documentId,
    to: to.documentId,
  };
  const taken = async (/** @type {string} */ path, /** @type {object} */ body) =>
    (await post(path, body)).ms;
  return {
    'what a grid can hold': `${address}/columns`,
    'what hinders a hundred': () =>
      taken(`/publishing-rules/check/${PRODUCTS}`, { documentIds: selected, locale: 'es' }),
    [`a grid of ${documents.length} rows`]: () => taken(`${address}/plan`, { columns, rows }),
    'what can be replaced in a hundred': () =>
      taken(`${address}/replaceable`, { documents: selected }),
    'a teacher in a hundred': () => taken(`${address}/replacement`, replacement),
    'where a hundred are shown': () =>
      taken(`/usage/entries/${PRODUCTS}`, {
        removal: 'unpublish',
        documentIds: selected,
        locales: ['es'],
      }),
  };
};

/**
 * Returns the requests of the ordering page, which move an entry a hundred positions down and up
 * again. @param {Panel} panel
 */
const order = async (panel) => {
  const page = `/ordering/order/${PRODUCTS}?start=0&limit=100&locale=es`;
  /** @typedef {{ data: { version: string, entries: { documentId: string }[] } }} Page */
  /** @type {Page} */
  const { data } = await read(panel, page);
  const documentId = data.entries[0]?.documentId;
  let isDown = false;
  const drag = async () => {
    /** @type {Page} */
    const now = await read(panel, page);
    isDown = !isDown;
    const move = { documentId, to: isDown ? SELECTED - 1 : 0, version: now.data.version };
    const path = `/ordering/order/${PRODUCTS}/moves`;
    return (await panel.ask(path, { method: 'POST', body: move })).ms;
  };
  return { order: page, 'one dragged in it': drag };
};

/**
 * Returns all panel requests that this project adds to Strapi.
 *
 * @param {Panel} panel
 * @returns {Promise<Requests>}
 */
export const requestsOf = async (panel) => {
  const documents = await firstProducts(panel, ROWS);
  return {
    'the home page': '/dashboard/work',
    site: SITE,
    ...(await health(panel)),
    ...(await lists(panel)),
    ...(await forms(panel, documents[0] ?? '')),
    ...(await many(panel, documents)),
    ...(await order(panel)),
  };
};
