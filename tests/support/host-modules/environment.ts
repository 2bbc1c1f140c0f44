import { hostModule } from '../host';

export = hostModule<unknown>('../../dist/src/environment.js');
