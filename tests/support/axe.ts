import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the rules of axe-core for accessibility that a part of a page breaks, each with the first element that
 * does.
 *
 * @param part an expression evaluated in the page, such as `'main'` with its quotes, or an element
 */
export const accessViolations = async (page: Page, part: string): Promise<unknown> => {
  await page.evaluate(AXE);
  return page.evaluate(
    `axe.run(${part}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  );
};
