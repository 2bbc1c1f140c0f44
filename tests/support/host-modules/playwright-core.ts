import { hostModule } from '../host';

export = hostModule<unknown>('playwright-core');
