import { features } from '../../src';
import { endpointsOf } from '../../src/feature/application';

/** Every endpoint of the service. */
export const endpoints = endpointsOf(features);
