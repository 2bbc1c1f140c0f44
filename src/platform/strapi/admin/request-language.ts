/** The panel keeps the language that somebody has chosen there. */
export const panelLanguage = (): string => document.documentElement.lang;

const isOwn = (address: string): boolean =>
  new URL(address, window.location.href).origin === window.location.origin;

/**
 * Has the server answer in the language that the panel is in; call it once. Browsers ask in their own, and the server
 * knows of the panel's only what is saved in somebody's profile: whoever chose Spanish when signing in would read
 * refusals in English.
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
