import { readFileSync } from 'node:fs';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { drawFrom, zipf } from '../load/mix.mjs';
import { documentIdOf } from '../data/random.mjs';
import { get, mustGet } from '../load/get.mjs';
import { API_TOKEN } from './environment.mjs';

/**
 * Edits over the content API, which this project and stock Strapi share. Each edit returns its
 * duration in milliseconds.
 *
 * @typedef {(url: string) => Promise<number>} Edit
 */

let written = 0;

/** Returns a text that has not been used before. */
const nextText = () => `Text ${process.pid} ${(written += 1)}`;

/** @param {string} url @param {object} data */
const put = async (url, data) => {
  const { ms } = await mustGet(url, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${API_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ data }),
  });
  return ms;
};

/**
 * Edits a product; those that are read most are edited most. @param {number} size @returns {Edit}
 */
export const editProduct = (size) => {
  const draw = drawFrom({ paths: Array(size).fill(''), weights: zipf(size, 1) });
  return (url) => {
    const id = documentIdOf(`api::product.product ${draw() ?? 0}`);
    return put(`${url}/api/products/${id}?locale=es`, { acronym: nextText() });
  };
};

/**
 * Edits a product in Directus. @param {readonly string[]} products @param {string} token @returns
 * {Edit}
 */
export const editDirectus = (products, token) => {
  const draw = drawFrom({ paths: products, weights: zipf(products.length, 1) });
  return async () => {
    const [address = ''] = (products[draw() ?? 0] ?? '').split('?');
    const { ms } = await mustGet(address, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ acronym: nextText() }),
    });
    return ms;
  };
};

/** @param {string} uid @param {string} path @param {number} count @param {string} attribute @returns {Edit} */
const editInTurn = (uid, path, count, attribute) => {
  let index = 0;
  return (url) => {
    index += 1;
    const [plural, query = ''] = path.split('?');
    const id = documentIdOf(`${uid} ${index % count}`);
    return put(`${url}/api/${plural}/${id}?${query}`, { [attribute]: nextText() });
  };
};

/** Edits protagonists in turn. One product in twenty shows each of them. */
export const editProtagonist = () =>
  editInTurn('api::protagonist.protagonist', 'protagonists?locale=es', 60, 'cv');

/** Edits channels in turn. One product in four shows each of them. */
export const editChannel = () => editInTurn('api::channel.channel', 'channels', 8, 'description');

const picture = inRoot('database/sample/images/protagonists/amelie-laurent.webp');
const BOUNDARY = 'bench-boundary';

/**
 * Replaces pictures in turn, each shown by a dozen products.
 *
 * @param {number} count number of pictures
 * @returns {Edit}
 */
export const replaceFile = (count) => {
  let index = 40;
  const bytes = readFileSync(picture);
  const part = (/** @type {string} */ head) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}`;
  return async (url) => {
    index = index + 1 > count ? 41 : index + 1;
    const body = Buffer.concat([
      Buffer.from(
        `${part('name="fileInfo"')}\r\n\r\n${JSON.stringify({ caption: nextText() })}\r\n`,
      ),
      Buffer.from(
        `${part(`name="files"; filename="picture-${index}.webp"`)}\r\nContent-Type: image/webp\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]);
    const {
      status,
      ms,
      body: answer,
    } = await get(`${url}/api/upload?id=${index}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${API_TOKEN}`,
        'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
        'Content-Length': String(body.length),
      },
      body,
    });
    if (status >= 300) throw new Error(`The file was not replaced: ${status} ${answer.toString()}`);
    return ms;
  };
};
