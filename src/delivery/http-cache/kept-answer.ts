import type { IncomingMessage } from 'node:http';
import type { WithStrapi } from '../../platform/with-strapi';

/** An answer from memory, which no middleware of Strapi has seen. */
export type KeptAnswer = {
  req: IncomingMessage;
  /** The `operationId` of the endpoint. */
  endpoint: string;
  status: number;
  /** From the request's arrival to the hand-over of the answer. */
  milliseconds: number;
  requestId: string;
};

/** Called within the request, after the answer has been handed over; it must not take long. */
export type HearKeptAnswer = (answer: KeptAnswer) => void;

const NAME = 'kept-answer-listeners';

/** Tells the engine, in `register`, of somebody who wants to know of every answer from memory. */
export const hearKeptAnswers = ({ strapi }: WithStrapi, hear: HearKeptAnswer): void => {
  if (!strapi.has(NAME)) strapi.add(NAME, []);
  strapi.get<HearKeptAnswer[]>(NAME).push(hear);
};

/** Whoever wants to know, as one; null where nobody does, so that an answer costs nothing more. */
export const listenerToKeptAnswers = ({ strapi }: WithStrapi): HearKeptAnswer | null => {
  const all = strapi.has(NAME) ? strapi.get<HearKeptAnswer[]>(NAME) : [];
  const [first, ...others] = all;
  if (first === undefined) return null;
  if (others.length === 0) return first;
  return (answer) => {
    for (const hear of all) hear(answer);
  };
};
