import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signIn } from '../support/admin';
import type { App } from '../support/app';
import { type Browser, describeInBrowser, openBrowser, openPanel } from '../support/browser';
import { checkWords } from '../support/languages';
import { type PartnerProcess, startPartner } from './partner';
import { type Answer, startService, watching } from './service';

const player = readFileSync(require.resolve('hls.js/dist/hls.min.js'));

const page = `<!doctype html><title>Player</title><video muted></video><script src="/hls.js"></script>
<script>
  const hls = new Hls();
  hls.on(Hls.Events.ERROR, (_event, data) => { if (data.fatal) document.title = data.details; });
  hls.loadSource(new URLSearchParams(location.search).get('film'));
  hls.attachMedia(document.querySelector('video'));
  hls.on(Hls.Events.MANIFEST_PARSED, () => document.querySelector('video').play());
</script>`;

/** Starts a frontend with another origin than the service and the partner. */
const startFrontend = async (): Promise<{ url: string; server: Server }> => {
  const server = createServer((request, response) => {
    const isScript = request.url === '/hls.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? player : page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
};

/** Words that the suite searches in the panel, which is in English. */
const words = {
  en: {
    granted: 'Granted',
    create: 'Create new entry',
    export: 'Export as CSV',
  },
  es: {
    granted: 'Concedido',
    create: 'Crear nueva entrada',
    export: 'Exportar a CSV',
  },
} as const;

const { en } = words;

describeInBrowser('partner videos in a browser', () => {
  checkWords(words);

  let partner: PartnerProcess;
  let app: App;
  let browser: Browser;

  beforeAll(async () => {
    partner = await startPartner();
    app = await startService({ partner, runtimeEnv: { VIDEOPARTNER_TIMEOUT_MS: '5000' } });
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await app.stop();
    await partner.stop();
  });

  it('granted URL – plays for two seconds', async () => {
    const { body } = (await app.request
      .post('/api/videopartner/watchVideo')
      .send(watching)
      .expect(200)) as Answer;
    const { videoUrl } = body as { videoUrl: string };
    const frontend = await startFrontend();
    const tab = await browser.context.newPage();
    await tab.goto(`${frontend.url}/?${new URLSearchParams({ film: videoUrl }).toString()}`);
    await tab.waitForFunction("document.querySelector('video').currentTime >= 2");
    expect(await tab.title()).toBe('Player');
    expect(
      await tab.evaluate(
        "document.querySelector('video').getVideoPlaybackQuality().totalVideoFrames",
      ),
    ).toBeGreaterThan(24);
    await tab.close();
    frontend.server.close();
  });

  it('grant in the panel – can be read and exported, and not created', async () => {
    const tab = await openPanel(browser, app.url, await signIn(app));
    await tab.goto(`${app.url}/admin/content-manager/collection-types/plugin::partner-video.grant`);
    await tab.getByText(watching.email).first().waitFor();
    await tab.getByRole('row').getByText(en.granted).first().waitFor();
    expect(await tab.getByText(en.create).count()).toBe(0);
    const [download] = await Promise.all([
      tab.waitForEvent('download'),
      tab.getByRole('button', { name: en.export }).click(),
    ]);
    const content = readFileSync(await download.path(), 'utf8');
    expect(content).toContain(watching.email);
    await tab.close();
  });
});
