import type { PublishingRules } from '../../src/feature/publishing-rules';
import type { ApiError } from '../../src/platform/http/errors';
import type { endpoints as allEndpoints } from '../support/endpoints';

type Endpoint = (typeof allEndpoints)[number];

const page = (title: string, sections: readonly string[]): string =>
  `${[`# ${title}`, '`npm run derived` writes this page.', ...sections].join('\n\n')}\n`;

const unique = (lines: readonly string[]): string => [...new Set(lines)].sort().join('\n');

/** Returns docs/reference/endpoints.md: every endpoint with its access and summary, by tag. */
export const endpointsPage = (endpoints: readonly Endpoint[]): string => {
  const tags = [...new Set(endpoints.map(({ tag }) => tag))];
  const sections = tags.map((tag) => {
    const items = endpoints
      .filter((endpoint) => endpoint.tag === tag)
      .map(({ method, path, access = 'public', summary }) => {
        return `- \`${method} ${path}\` (${access}): ${summary}`;
      });
    return `## ${tag}\n\n${items.join('\n')}`;
  });
  return page('Endpoints', ['All paths are below `/api`.', ...sections]);
};

/** Returns docs/reference/error-codes.md: every error with its English message, by status. */
export const errorCodesPage = (errors: readonly ApiError[]): string => {
  const statuses = [...new Set(errors.map(({ status }) => status))].sort((a, b) => a - b);
  const sections = statuses.map((status) => {
    const items = errors
      .filter((error) => error.status === status)
      .map(({ code, message }) => `- \`${code}\`: ${message.en}`);
    return `## ${status}\n\n${unique(items)}`;
  });
  const otherCodes =
    'Codes of the API. `NOT_READY`, with which the panel refuses a publication, is in ' +
    '[publishing rules](publishing-rules.md#the-refusal).';
  return page('Error codes', [otherCodes, ...sections]);
};

/** Returns docs/reference/rules.md: the publishing rules of each content type. */
export const rulesPage = (publishingRules: readonly PublishingRules[]): string => {
  const sections = publishingRules.map(({ uid, rules }) => {
    const items = rules.map(({ code, severity, text, title = text }) => {
      return `- \`${code}\` (${severity}): ${title.en}`;
    });
    return `## ${uid}\n\n${unique(items)}`;
  });
  return page('Publishing rules by type', sections);
};
