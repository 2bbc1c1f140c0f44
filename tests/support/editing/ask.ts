import { Agent, type IncomingHttpHeaders, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

export type Answer = { status: number; body: string; headers: IncomingHttpHeaders };

export type Question = {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
};

/** Sends a request on a persistent connection; rejects without a complete response. */
export const ask = (
  url: string,
  { method = 'GET', headers = {}, body }: Question = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    // Errors contain their request id, which the comparison must ignore.
    const sentHeaders = { 'X-Request-Id': 'one-of-many', ...headers };
    const sent = request(url, { method, agent, headers: sentHeaders }, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (chunk: string) => (text += chunk));
      res.on('end', () =>
        resolve({ status: res.statusCode ?? 0, body: text, headers: res.headers }),
      );
      res.on('error', reject);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close an idle connection just as it is reused.
      const isRace = method === 'GET' && sent.reusedSocket && error.code === 'ECONNRESET';
      if (isRace) ask(url, { headers }).then(resolve, reject);
      else reject(error);
    });
    sent.end(body);
  });
