import { hostModule } from '../host';

export = hostModule<unknown>('@strapi/utils');
