import { hostModule } from '../host';

export = hostModule<unknown>('stripe');
