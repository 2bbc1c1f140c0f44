module.exports = globalThis.host.require('@strapi/utils');
