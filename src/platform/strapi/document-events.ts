import type { Core } from '@strapi/types';
import type { WithStrapi } from './with-strapi';
import { loadCoreModule } from './core-internals';

type Listener = (...args: unknown[]) => unknown;

type EventHub = {
  on: (event: string, listener: Listener) => () => void;
  off: (event: string, listener: Listener) => void;
  subscribe: (subscriber: Listener) => () => void;
  unsubscribe: (subscriber: Listener) => void;
};

type EventManager = { emitEvent: (event: string, entry: unknown) => void };

type Events = { createEventManager: (strapi: Core.Strapi, uid: string) => EventManager };

/** Returns the module whose `createEventManager` the Document Service calls. */
export const loadDocumentEvents = (): Events =>
  loadCoreModule('./services/document-service/events.js') as Events;

const getEventHub = ({ strapi }: WithStrapi): EventHub => strapi.eventHub as unknown as EventHub;

/**
 * Returns a function that returns whether an event has listeners. It counts listeners added after
 * this call.
 */
const countListeners = (hub: EventHub): ((event: string) => boolean) => {
  const listeners = new Map<string, Listener[]>();
  const subscribers = new Set<Listener>();
  const { on, off, subscribe, unsubscribe } = hub;
  hub.on = (event, listener) => {
    listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    on(event, listener);
    return () => hub.off(event, listener);
  };
  hub.off = (event, listener) => {
    const index = listeners.get(event)?.indexOf(listener) ?? -1;
    if (index >= 0) listeners.set(event, listeners.get(event)?.toSpliced(index, 1) ?? []);
    off(event, listener);
  };
  hub.subscribe = (subscriber) => {
    subscribers.add(subscriber);
    subscribe(subscriber);
    return () => hub.unsubscribe(subscriber);
  };
  hub.unsubscribe = (subscriber) => {
    subscribers.delete(subscriber);
    unsubscribe(subscriber);
  };
  return (event) => subscribers.size > 0 || (listeners.get(event) ?? []).length > 0;
};

/** By Strapi instance, because one process may start several in sequence. */
const heard = new WeakMap<Core.Strapi, (event: string) => boolean>();

const replaced = new WeakSet<Events['createEventManager']>();

/**
 * Makes Strapi read an entry for its event hub only when the event has listeners, such as Strapi's
 * own webhooks. Strapi reads each written entry in full after every write, with a statement for
 * each relation, picture and component. That is a sixth of a product's publication (`@strapi/core`,
 * dist/services/document-service/events). Call it in `register`, before listeners are added.
 */
export const readForListeners = ({ strapi }: WithStrapi): void => {
  heard.set(strapi, countListeners(getEventHub({ strapi })));
  const events = loadDocumentEvents();
  const { createEventManager } = events;
  if (replaced.has(createEventManager)) return;
  events.createEventManager = (db, uid) => {
    const manager = createEventManager(db, uid);
    return {
      emitEvent(event, entry) {
        if (heard.get(db)?.(event) !== false) manager.emitEvent(event, entry);
      },
    };
  };
  replaced.add(events.createEventManager);
};
