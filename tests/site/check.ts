import {
  HtmlValidate,
  StaticConfigLoader,
  type DOMReadyEvent,
  type HtmlElement,
  type Plugin,
} from 'html-validate';
import type { Built } from './build';

/** The purchase that a button describes. */
export type Button = {
  productPayID: string;
  priceID: string;
  type: string;
  origin: string;
  vertical: string;
};

export type Findings = {
  problems: readonly string[];
  buttons: readonly Button[];
  /** The smallest size of each picture. */
  sizes: readonly string[];
};

const attributesOf = (element: HtmlElement, names: readonly string[]): string[] =>
  names.map((name) => element.getAttributeValue(name) ?? '');

const isWhole = (value: string | undefined): boolean => /^[1-9]\d*$/.test(value ?? '');

const problemsOfPicture = (element: HtmlElement): string[] => {
  const [src = '', srcset = '', alt = '', width, height] = attributesOf(element, [
    'src',
    'srcset',
    'alt',
    'width',
    'height',
  ]);
  const missing = [];
  if (!/^(\S+ \d+w)(, \S+ \d+w)*$/.test(srcset)) missing.push('no srcset');
  if (!isWhole(width) || !isWhole(height)) missing.push('no size');
  if (alt.trim() === '') missing.push('no text');
  return missing.map((problem) => `${src} has ${problem}`);
};

const buttonOf = (element: HtmlElement): Button => {
  const names = ['product-pay-id', 'price-id', 'type', 'origin', 'vertical'];
  const values = attributesOf(
    element,
    names.map((name) => `data-${name}`),
  );
  const [productPayID = '', priceID = '', type = '', origin = '', vertical = ''] = values;
  return { productPayID, priceID, type, origin, vertical };
};

/** Resolves the configuration once, instead of for each page. */
class CachedConfigLoader extends StaticConfigLoader {
  private resolved?: ReturnType<StaticConfigLoader['getConfigFor']>;

  override getConfigFor(handle: string): ReturnType<StaticConfigLoader['getConfigFor']> {
    return (this.resolved ??= super.getConfigFor(handle));
  }
}

/** Checks every page: its HTML, its links, its pictures, its buttons. */
export const checkSite = async ({ pages, redirects }: Built): Promise<Findings> => {
  const paths = new Set(pages.map(({ path }) => path));
  const problems: string[] = [];
  const buttons: Button[] = [];
  const sizes = new Set<string>();

  const isKnownAddress = (address: string): boolean =>
    paths.has(address) || (/^https?:\/\//.test(address) && URL.canParse(address));

  const checkElements = (at: string, root: HtmlElement): void => {
    for (const element of root.querySelectorAll('a, link')) {
      const [href = ''] = attributesOf(element, ['href']);
      if (!isKnownAddress(href)) problems.push(`${at}: ${href} leads nowhere`);
    }
    for (const element of root.querySelectorAll('img')) {
      problems.push(...problemsOfPicture(element).map((problem) => `${at}: ${problem}`));
      const [srcset = ''] = attributesOf(element, ['srcset']);
      const [smallest = ''] = srcset.split(' ');
      if (smallest !== '') sizes.add(smallest);
    }
    buttons.push(...root.querySelectorAll('button').map(buttonOf));
  };

  const plugin: Plugin = {
    name: 'site',
    setup({ filename }, events) {
      events.on('dom:ready', (_, { document }: DOMReadyEvent) => {
        checkElements(filename, document.root);
      });
    },
  };
  const validator = new HtmlValidate(
    new CachedConfigLoader({
      plugins: [plugin],
      extends: ['html-validate:recommended', 'html-validate:document'],
    }),
  );
  for (const { path, text } of pages) {
    const { results } = await validator.validateString(text, path);
    for (const { messages } of results) {
      for (const { ruleId, message, line } of messages) {
        problems.push(`${path}:${line}: ${message} (${ruleId})`);
      }
    }
  }
  if (paths.size < pages.length) problems.push('Two pages have one address');
  for (const { from, to } of redirects) {
    if (paths.has(from)) problems.push(`${from} is moved, and there`);
    if (!paths.has(to)) problems.push(`${from} has moved to ${to}, which is not there`);
  }
  return { problems, buttons, sizes: [...sizes] };
};
