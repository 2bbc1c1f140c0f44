import type { WithStrapi } from '../../../../platform/with-strapi';
import { featuresOf } from '../../../../feature/application';
import type { Text } from '../../../../feature/layout';
import { contentTypesOf } from '../../../../platform/strapi/models';
import { tableOf } from '../../../../platform/strapi/queries';
import { webhookKinds } from './kinds';

/** Option of an endpoint's selection. */
type Option = { value: string; label: Text };

const media: Option = { value: 'plugin::upload.file', label: { en: 'Media', es: 'Archivos' } };

const same = (text: string): Text => ({ en: text, es: text });

const typeOptions = ({ strapi }: WithStrapi): Option[] => {
  const layouts = featuresOf({ strapi }).flatMap((feature) => feature.layouts?.types ?? []);
  const types = contentTypesOf({ strapi }).filter(({ uid }) => uid.startsWith('api::'));
  return [
    ...types.map(({ uid, info }) => ({
      value: uid,
      label: layouts.find((layout) => layout.uid === uid)?.name ?? same(info.displayName),
    })),
    media,
  ];
};

const languageOptions = async ({ strapi }: WithStrapi): Promise<Option[]> => {
  const rows = await tableOf<{ code: string; name: string }>(
    { strapi },
    'plugin::i18n.locale',
  ).findMany({ orderBy: { code: 'asc' } });
  return rows.map(({ code, name }) => ({ value: code, label: same(name) }));
};

/** Returns all options by the field of the endpoint. */
export const choicesOf = async ({ strapi }: WithStrapi) => ({
  events: webhookKinds({ strapi }).map(({ name, label }) => ({ value: name, label })),
  types: typeOptions({ strapi }),
  languages: await languageOptions({ strapi }),
});
