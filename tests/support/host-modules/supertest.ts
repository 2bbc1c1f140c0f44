import { hostModule } from '../host';

export = hostModule<unknown>('supertest');
