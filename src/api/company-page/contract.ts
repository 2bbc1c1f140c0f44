import { z } from '@strapi/utils';
import { dataOf } from '#platform/http/pagination';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { id, identity, markdownText, text } from '#platform/http/primitives';
import { mediaWithText } from '#catalogue/media';
import { definePageEndpoint } from '#catalogue/page';
import { textWithImage } from '#catalogue/shared';

export const companyPage = registerSchema(
  'CompanyPage',
  z.strictObject({
    ...identity,
    ImpactText: text,
    header: textWithImage,
    cardBody: textWithImage,
    FeatureImage: z.array(mediaWithText),
    protagonists: z.array(
      registerSchema(
        'TeamMember',
        z.strictObject({
          id,
          name: text,
          workPosition: text,
          link: text,
          cv: markdownText,
          image: z.array(mediaWithText),
        }),
      ),
    ),
  }),
);

export const getCompanyPage = definePageEndpoint(
  'getCompanyPage',
  '/company-pages',
  'Company page',
  registerSchema('CompanyPageAnswer', dataOf(companyPage)),
  { uid: 'api::company-page.company-page', form: companyPage },
);
