import { hostModule } from '../host';

export = hostModule<unknown>('fast-check');
