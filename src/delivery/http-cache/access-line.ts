import type { WithStrapi } from '../../platform/with-strapi';
import { doneFor } from '../../platform/http/request-id';
import { hearKeptAnswers } from './kept-answer';

/** Writes for each answer from memory the line that Strapi's own logger writes for all others, under its request's id. */
export const logKeptAnswers = ({ strapi }: WithStrapi): void =>
  hearKeptAnswers({ strapi }, ({ req: { method, url }, status, milliseconds, requestId }) =>
    doneFor(requestId, () =>
      strapi.log.http(`${method ?? ''} ${url ?? ''} (${Math.ceil(milliseconds)} ms) ${status}`),
    ),
  );
