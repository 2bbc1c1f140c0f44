import type { Person } from 'schema-dts';
import type { ProtagonistRead } from '../forms';
import { firstText, plainText } from './plain-text';
import { imageIn, type Surroundings } from './surroundings';

export const describeProtagonist = (
  { name, slug, description, cv, image }: ProtagonistRead,
  around: Surroundings,
): Exclude<Person, string> => {
  const url = around.pageOf('api::protagonist.protagonist', { slug });
  return {
    '@type': 'Person',
    '@id': url,
    name,
    description: firstText(description, plainText(cv)),
    url,
    image: imageIn(around, image),
  };
};
