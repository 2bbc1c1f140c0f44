import type { UID } from '@strapi/types';
import type { z } from '@strapi/utils';
import { channel } from '../../../api/channel/contract';
import { live } from '../../../api/live/contract';
import {
  channelsPage,
  companyPage,
  homePage,
  platformPage,
  presentialsPage,
  shelvesPage,
} from '../../pages/contract';
import { productDetail } from '../../../api/product/contract';
import { protagonist } from '../../../api/protagonist/contract';
import { series } from '../../../api/series/contract';

/** What can be previewed, each in the form in which a frontend would receive it. */
export const previewableTypes: Partial<Record<UID.ContentType, z.ZodType>> = {
  'api::product.product': productDetail,
  'api::channel.channel': channel,
  'api::series.series': series,
  'api::protagonist.protagonist': protagonist,
  'api::live.live': live,
  'api::home-page.home-page': homePage,
  'api::presentials-page.presentials-page': presentialsPage,
  'api::books-page.books-page': shelvesPage,
  'api::contents-page.contents-page': shelvesPage,
  'api::company-page.company-page': companyPage,
  'api::channels-page.channels-page': channelsPage,
  'api::platform-page.platform-page': platformPage,
};

/** What is read for previews; every start checks that these forms fit the content types. */
export const previewReads = Object.entries(previewableTypes).map(([uid, form]) => ({
  reader: `the preview of ${uid}`,
  uid,
  form,
}));

/** `product` of `api::product.product`: the type's name in addresses. */
export const typeNameOf = (uid: string): string => uid.slice(uid.lastIndexOf('.') + 1);

/** The type that an address names, or undefined where there is nothing to preview. */
export const previewableTypeNamed = (name: string) => {
  const uid = `api::${name}.${name}` as UID.ContentType;
  const contract = previewableTypes[uid];
  return contract && { uid, contract };
};
