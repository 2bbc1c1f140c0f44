import { features } from '../../src';
import { endpointsOf, previewsOf } from '../../src/feature/application';

/** Every endpoint of the service. */
export const endpoints = endpointsOf(features);

/** The types with a preview, and their endpoints. */
export const previewableTypes = previewsOf(features);
