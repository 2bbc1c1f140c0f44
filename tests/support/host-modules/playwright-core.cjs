module.exports = globalThis.host.require('playwright-core');
