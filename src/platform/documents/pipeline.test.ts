import type { Core } from '@strapi/types';
import {
  documentPhases,
  registerDocumentPipeline,
  type DocumentMiddleware,
  type DocumentPipeline,
  type DocumentStep,
} from './pipeline';

const createContext = () => {
  const middlewares: DocumentMiddleware[] = [];
  const strapi = {
    documents: { use: (middleware: DocumentMiddleware) => middlewares.push(middleware) },
  } as unknown as Core.Strapi;
  return { strapi, middlewares };
};

const noSteps = Object.fromEntries(
  documentPhases.map((phase) => [phase, []]),
) as unknown as DocumentPipeline;

const stepCalled =
  (name: string, calls: string[]): DocumentStep =>
  () =>
  (_context, next) => {
    calls.push(name);
    return next();
  };

describe('registerDocumentPipeline', () => {
  it('registers steps by phase, in any order of the object', async () => {
    const { strapi, middlewares } = createContext();
    const calls: string[] = [];
    registerDocumentPipeline(
      { strapi },
      {
        ...noSteps,
        validate: [stepCalled('validate 1', calls), stepCalled('validate 2', calls)],
        authorize: [stepCalled('authorize', calls)],
        prepare: [stepCalled('prepare', calls)],
      },
    );
    for (const middleware of middlewares) {
      await middleware({} as Parameters<DocumentMiddleware>[0], () => Promise.resolve([]));
    }
    expect(calls).toEqual(['prepare', 'authorize', 'validate 1', 'validate 2']);
  });

  it('leaves out steps that a setting turns off', () => {
    const { strapi, middlewares } = createContext();
    registerDocumentPipeline({ strapi }, { ...noSteps, capture: [() => null] });
    expect(middlewares).toEqual([]);
  });
});
