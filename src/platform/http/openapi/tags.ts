/** Descriptions of the endpoint groups, by name. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Accounts: 'Registration, logins and their renewal, passwords, the profile, users for servers.',
  Catalogue: 'Books, courses and masters, and the protagonists who teach them.',
  'Channels and series': 'Channels, their series and episodes, live sessions.',
  Checkout: 'Prices, sessions of the payment provider, orders, and what their buyers may use.',
  Finding: 'Search, references between entries, business lines, languages, redirects, sitemaps.',
  Media: 'Data of pictures, and pictures in other sizes.',
  Pages: 'The pages of a business line in a language, with everything that they show.',
  Previews: 'Changes of drafts that editors look at before they publish them.',
  Webhooks: 'Messages that the service posts to addresses from the admin panel.',
  'Partner video': 'The catalogue of the video partner, and access to one of its videos.',
};
