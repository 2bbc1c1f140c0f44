import type { App } from '../support/app';

type Tool = { name: string; inputSchema: { properties?: { locale?: { enum?: string[] } } } };

type Result = {
  tools?: Tool[];
  isError?: boolean;
  content?: { type: string; text: string }[];
  structuredContent?: { data?: { documentId?: string } };
};

type Message = { result?: Result; error?: { message: string } };

/** Returns functions that call Strapi's MCP server with an admin token. */
export const mcpOf = ({ request }: Pick<App, 'request'>, path = '/mcp') => {
  const send = (method: string, params: object, key: string) =>
    request
      .post(path)
      .set('Accept', 'application/json, text/event-stream')
      .set('Authorization', `Bearer ${key}`)
      .send({ jsonrpc: '2.0', id: 1, method, params });

  /** Calls a method. The response is an event of a stream. */
  const callMethod = async (method: string, params: object, key: string): Promise<Result> => {
    const { text } = await send(method, params, key).expect(200);
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
    const { result, error } = JSON.parse(data) as Message;
    expect(error).toBeUndefined();
    return result ?? {};
  };

  const tools = async (key: string): Promise<Tool[]> =>
    (await callMethod('tools/list', {}, key)).tools ?? [];

  const names = async (key: string): Promise<string[]> =>
    (await tools(key)).map(({ name }) => name);

  return {
    send,
    names,

    /** @param tool a part of the name of a tool that the token permits */
    call: async (tool: RegExp, args: object, key: string): Promise<Result> => {
      const name = (await names(key)).find((item) => tool.test(item));
      expect([tool, name]).toEqual([tool, expect.any(String)]);
      return callMethod('tools/call', { name, arguments: args }, key);
    },

    /** Returns the locales that a tool accepts. */
    languages: async (key: string, tool: RegExp): Promise<string[]> => {
      const matchingTool = (await tools(key)).find(({ name }) => tool.test(name));
      return matchingTool?.inputSchema.properties?.locale?.enum ?? [];
    },

    textOf: ({ content = [] }: Result): string => content.map(({ text }) => text).join(),
  };
};
