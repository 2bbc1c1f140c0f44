import { createHmac } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { runWithSignals } from '#platform/abort-signals';
import type Stripe from 'stripe';
import { event as eventOf, now } from './objects';
import { inVersion } from './older-form';
import type { Store } from './store';

/** An account of the provider, with its key and webhook URL. */
export type Account = {
  name: string;
  secretKey: string;
  webhookSecret: string;
  webhookUrl?: string;
};

export type Emit = (type: string, object: object) => void;

const signature = (payload: string, secret: string): string => {
  const timestamp = now();
  const mac = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${mac}`;
};

/**
 * Pauses between delivery attempts of an event, in milliseconds. The provider retries for days,
 * this stand-in for a minute.
 */
const pauses = [0, 500, 2_000, 5_000, 15_000, 40_000];

/** Creates an account's events, stores them and delivers them signed. */
export const createWebhooks = ({
  account,
  store,
  apiVersion,
}: {
  account: Account;
  store: Store;
  apiVersion: string;
}) => {
  let isDelivering = true;
  let version = apiVersion;
  const stopping = new AbortController();
  // Every pending event adds a listener, so their number is unlimited.
  setMaxListeners(0, stopping.signal);

  const attempt = async (event: Stripe.EventBase, url: string): Promise<boolean> => {
    const payload = JSON.stringify(event);
    return runWithSignals([stopping.signal, AbortSignal.timeout(10_000)], async (signal) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature(payload, account.webhookSecret),
          'user-agent': 'Stripe/1.0 (sandbox)',
        },
        body: payload,
        signal,
      });
      await response.arrayBuffer();
      return response.ok;
    });
  };

  const deliver = async (event: Stripe.EventBase): Promise<void> => {
    for (const pause of pauses) {
      await wait(pause, undefined, { signal: stopping.signal, ref: false });
      if (!isDelivering || account.webhookUrl === undefined) return;
      if (await attempt(event, account.webhookUrl).catch(() => false)) {
        event.pending_webhooks = 0;
        return;
      }
    }
  };

  const emit: Emit = (type, object) => {
    const shown = inVersion(object, version);
    const event = store.put(eventOf({ type, object: shown, apiVersion: version }));
    // The wait also ends when the stand-in is stopped.
    if (isDelivering && account.webhookUrl !== undefined) deliver(event).catch(() => undefined);
  };

  return {
    emit,
    /**
     * Switches the delivery on or off. While it is off, events are created and stored but not sent,
     * as with a wrong webhook URL.
     */
    setDelivery(isOn: boolean): void {
      isDelivering = isOn;
    },
    /** Sets the API version of later events, like the account's setting at the provider. */
    setVersion(wantedVersion: string): void {
      version = wantedVersion;
    },
    stop: () => {
      stopping.abort();
    },
  };
};

export type Webhooks = ReturnType<typeof createWebhooks>;
