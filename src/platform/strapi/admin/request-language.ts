/** Returns the panel's current language, which the panel stores in this attribute. */
export const panelLanguage = (): string => document.documentElement.lang;

const isOwn = (address: string): boolean =>
  new URL(address, window.location.href).origin === window.location.origin;

/**
 * Requests responses in the panel's current language. Call it once. Browsers send their own
 * language, and the server knows only the language in the user's profile. A user who chose Spanish
 * on the login page would read errors in English.
 */
export const askInPanelLanguage = (): void => {
  const send = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const isRequest = input instanceof Request;
    if (panelLanguage() === '' || !isOwn(isRequest ? input.url : String(input)))
      return send(input, init);
    const headers = new Headers(init?.headers ?? (isRequest ? input.headers : undefined));
    headers.set('Accept-Language', panelLanguage());
    return send(input, { ...init, headers });
  };
};
