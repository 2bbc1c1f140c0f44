import { features } from '#index';
import { listEndpoints, listWebhookMessages, collectPreviews } from '#feature/application';

/** Every endpoint of the service. */
export const endpoints = listEndpoints(features);

/** Every message that the service posts to other systems. */
export const messages = listWebhookMessages(features);

/** The types with a preview, and their endpoints. */
export const previewableTypes = collectPreviews(features);
