import type { IncomingMessage } from 'node:http';
import type { WithStrapi } from '../../platform/with-strapi';

/** A response from the cache, which no middleware of Strapi has seen. */
export type KeptAnswer = {
  req: IncomingMessage;
  /** `operationId` of the endpoint. */
  endpoint: string;
  status: number;
  /** Milliseconds from the arrival of the request to the hand-over of the response. */
  milliseconds: number;
  requestId: string;
};

/** Called synchronously after the response has been handed over, so it must return quickly. */
export type HearKeptAnswer = (answer: KeptAnswer) => void;

const NAME = 'kept-answer-listeners';

/** Registers a subscriber for every response from the cache. Call it in `register`. */
export const hearKeptAnswers = ({ strapi }: WithStrapi, hear: HearKeptAnswer): void => {
  if (!strapi.has(NAME)) strapi.add(NAME, []);
  strapi.get<HearKeptAnswer[]>(NAME).push(hear);
};

/**
 * Returns one function that calls all subscribers; null without subscribers, so that cache hits
 * cost nothing more.
 */
export const listenerToKeptAnswers = ({ strapi }: WithStrapi): HearKeptAnswer | null => {
  const all = strapi.has(NAME) ? strapi.get<HearKeptAnswer[]>(NAME) : [];
  const [first, ...others] = all;
  if (first === undefined) return null;
  if (others.length === 0) return first;
  return (answer) => {
    for (const hear of all) hear(answer);
  };
};
