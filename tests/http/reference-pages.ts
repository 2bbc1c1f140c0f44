import type { PublishingRules } from '#feature/publishing-rules';
import type { ApiError } from '#platform/http/errors';

const page = (title: string, sections: readonly string[]): string =>
  `${[`# ${title}`, '`npm run derived` writes this page.', ...sections].join('\n\n')}\n`;

const unique = (lines: readonly string[]): string => [...new Set(lines)].sort().join('\n');

/** Returns docs/reference/error-codes.md: every error code by status. The OpenAPI document has the messages. */
export const errorCodesPage = (errors: readonly ApiError[]): string => {
  const statuses = [...new Set(errors.map(({ status }) => status))].sort((a, b) => a - b);
  const sections = statuses.map((status) => {
    const codes = errors.filter((error) => error.status === status).map(({ code }) => code);
    return `## ${status}\n\n${[...new Set(codes)]
      .sort()
      .map((code) => `\`${code}\``)
      .join(', ')}`;
  });
  const otherCodes =
    'The codes of the API. `/docs` and [openapi.json](../openapi.json) have the message and the ' +
    'endpoints of each, and [errors](errors.md#reactions) tells how to react. `NOT_READY`, with which ' +
    'the panel refuses a publication, is in [publishing rules](publishing-rules.md#the-refusal).';
  return page('Error codes', [otherCodes, ...sections]);
};

/** Returns docs/reference/rules.md: the publishing rules of several content types, then those of each. */
export const rulesPage = (publishingRules: readonly PublishingRules[]): string => {
  const linesOf = ({ rules }: PublishingRules): string[] => {
    const texts = rules.map(({ code, text, title = text }) => `\`${code}\`: ${title.en}`);
    return [...new Set(texts)].map((text) => {
      const severities = rules
        .filter((_, index) => texts[index] === text)
        .map((rule) => rule.severity);
      const severity = [...new Set(severities)].sort().join(' or ');
      // The name of a warning says what is missing; the panel shows its text.
      if (severity === 'warning') return `- \`${text.split('`')[1]}\``;
      return `- ${text.replace(':', ` (${severity}):`)}`;
    });
  };
  const types = publishingRules.map((type) => ({
    // The name of a content type repeats its folder: `api::product.product`.
    name: type.uid.split('.').at(-1) ?? type.uid,
    lines: linesOf(type),
  }));
  const typesOf = (line: string): string[] =>
    types.filter(({ lines }) => lines.includes(line)).map(({ name }) => name);
  const isShared = (line: string): boolean => typesOf(line).length > 1;
  const pages = types.map(({ name }) => name).filter((name) => name.endsWith('-page'));
  const namesOf = (names: readonly string[]): string =>
    pages.every((name) => names.includes(name))
      ? [...names.filter((name) => !pages.includes(name)), 'all pages'].join(', ')
      : names.join(', ');
  const shared = types
    .flatMap(({ lines }) => lines.filter(isShared))
    .map((line) => `${line} (${namesOf(typesOf(line))})`);
  const sections = types.flatMap(({ name, lines }) => {
    const ownLines = lines.filter((line) => !isShared(line));
    return ownLines.length === 0 ? [] : [`## ${name}\n\n${unique(ownLines)}`];
  });
  return page('Publishing rules by type', [
    'Rules without a text are warnings. An error blocks publishing. The panel shows every text.',
    `## Rules of several types\n\n${unique(shared)}`,
    ...sections,
  ]);
};
