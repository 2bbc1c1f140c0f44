import { features } from '../../src';
import { endpointsOf, previewsOf } from '../../src/feature/application';

/** Every endpoint of the service. */
export const endpoints = endpointsOf(features);

/** What editors can preview, by type. */
export const previewableTypes = previewsOf(features);
