import type { Person } from 'schema-dts';
import type { ProtagonistRead } from '../forms';
import { firstText, plainText } from './plain-text';
import { findImage, type JsonLdContext } from './context';

export const describeProtagonist = (
  { name, slug, description, cv, image }: ProtagonistRead,
  context: JsonLdContext,
): Exclude<Person, string> => {
  const url = context.pageOf('api::protagonist.protagonist', { slug });
  return {
    '@type': 'Person',
    '@id': url,
    name,
    description: firstText(description, plainText(cv)),
    url,
    image: findImage(context, image),
  };
};
