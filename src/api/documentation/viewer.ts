import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Context } from 'koa';
// The package itself would load the whole viewer, which takes 40 MB and a quarter of a second.
import absolutePath from 'swagger-ui-dist/absolute-path';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { GUIDE, hasGuide } from './guide';

/** @param menu links above the viewer */
const renderPage = (menu: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Education catalogue API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="icon" href="/docs/favicon-32x32.png" />
  </head>
  <body>${menu}
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const guideMenu = `
    <nav style="padding: 0.75rem 1.25rem; font: 1rem sans-serif">
      <a href="${GUIDE}/">Guides and reference</a>
    </nav>`;

/** A separate file, because the content security policy forbids inline scripts. */
const start = (document: string): string =>
  `window.ui = SwaggerUIBundle(${JSON.stringify({
    url: document,
    dom_id: '#swagger-ui',
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    tryItOutEnabled: true,
  })});\n`;

const packageFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** Serves the API page for people at `/docs`. All files come from this process. */
export const registerDocumentationViewer = ({ strapi }: WithStrapi): void => {
  const document = `${strapi.config.get<string>('api.rest.prefix', '/api')}/openapi.json`;
  const serve = (fieldPath: string, type: string, body: () => unknown) => ({
    method: 'GET' as const,
    path: fieldPath,
    config: { auth: false as const },
    handler: (ctx: Context) => {
      ctx.type = type;
      ctx.body = body();
    },
  });
  strapi.server.routes([
    serve('/docs', 'html', () => renderPage(hasGuide({ strapi }) ? guideMenu : '')),
    serve('/docs/start.js', 'js', () => start(document)),
    ...packageFiles.map((file) =>
      serve(`/docs/${file}`, path.extname(file), () =>
        createReadStream(path.join(absolutePath(), file)),
      ),
    ),
  ]);
};
