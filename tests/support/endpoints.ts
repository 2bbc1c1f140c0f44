import { features } from '../../src';
import { endpointsOf, messagesOf, previewsOf } from '#feature/application';

/** Every endpoint of the service. */
export const endpoints = endpointsOf(features);

/** Every message that the service posts to other systems. */
export const messages = messagesOf(features);

/** The types with a preview, and their endpoints. */
export const previewableTypes = previewsOf(features);
