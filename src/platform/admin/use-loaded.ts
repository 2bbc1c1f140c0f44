import { useCallback, useEffect, useRef, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from './error-notice';

type Request = { address: string | null; params?: object; body?: object };

type Options = {
  params?: object | undefined;
  /** Body of a POST request; without one, the request is a GET. */
  body?: object | undefined;
  /** Sends the request again when it changes. */
  version?: unknown;
  /** Whether the component works without the data. If so, a failure shows no notice. */
  isOptional?: boolean;
  /** Milliseconds without a change of the request after which it is sent. */
  delay?: number;
};

type Loaded<Data> = { request: string; data: Data | undefined; isFailed: boolean };

/**
 * Loads the `data` of an endpoint, and loads it again when the request changes. Former data stays
 * until new data arrives. Late responses to former requests are ignored.
 *
 * @param address null sends no request
 */
export const useLoaded = <Data>(
  address: string | null,
  { params, body, version, isOptional = false, delay = 0 }: Options = {},
) => {
  const { get, post } = useFetchClient();
  const noticeError = useErrorNotice();
  const [loaded, setLoaded] = useState<Loaded<Data>>();
  const current = useRef<{ request: string; signal: AbortSignal }>();
  const request = JSON.stringify({ address, params, body, version });

  const reload = useCallback(async (): Promise<void> => {
    const currentRequest = JSON.parse(request) as Request;
    if (currentRequest.address === null) return;
    // A caller may reload a former request, which the current one has replaced.
    if (current.current?.request !== request) return;
    const { signal } = current.current;
    const config = { params: currentRequest.params, signal };
    try {
      const { data: answer } =
        currentRequest.body === undefined
          ? await get<{ data: Data }>(currentRequest.address, config)
          : await post<{ data: Data }>(currentRequest.address, currentRequest.body, config);
      if (!signal.aborted) setLoaded({ request, data: answer.data, isFailed: false });
    } catch (error) {
      if (signal.aborted) return;
      setLoaded((before) => ({ request, data: before?.data, isFailed: true }));
      if (!isOptional) noticeError(error);
    }
  }, [get, post, noticeError, request, isOptional]);

  useEffect(() => {
    const controller = new AbortController();
    current.current = { request, signal: controller.signal };
    if (delay === 0) void reload();
    const timer = delay === 0 ? undefined : setTimeout(() => void reload(), delay);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [reload, request, delay]);

  const setData = useCallback(
    (data: Data): void => setLoaded({ request, data, isFailed: false }),
    [request],
  );

  const isAnswered = loaded?.request === request;
  return {
    data: loaded?.data,
    /** Whether the current request failed. */
    isFailed: isAnswered && loaded.isFailed,
    /** Whether the data answers the current request. */
    isCurrent: isAnswered && !loaded.isFailed,
    setData,
    reload,
  };
};
