import { documentIdOf } from '../data/random.mjs';
import { median } from '../lib/statistics.mjs';
import { mustGet } from '../load/get.mjs';
import { API_TOKEN } from '../targets/environment.mjs';

const FIRST = 40;

/**
 * Writes and publishes a product over the content API. @param {string} url @param {number} index
 * @param {string} text
 */
export const publish = (url, index, text) =>
  mustGet(`${url}/api/products/${documentIdOf(`api::product.product ${index}`)}?locale=es`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${API_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ data: { acronym: text } }),
  });

let written = 0;

/** Returns a text that has not been used before. */
export const nextText = () => `A${(written += 1)}`;

/**
 * Measures the median duration of several publications of different products. @param {string} url
 * @param {number} [times]
 */
export const timeToPublish = async (url, times = 25) => {
  /** @type {number[]} */
  const took = [];
  for (let index = 0; index < times; index += 1) {
    took.push((await publish(url, FIRST + index, nextText())).ms);
  }
  return median(took);
};
