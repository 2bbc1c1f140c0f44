export default {
  type: 'content-api' as const,
  routes: [
    {
      method: 'GET' as const,
      path: '/openapi.json',
      handler: 'documentation.openapi',
      config: { auth: false as const },
    },
  ],
};
