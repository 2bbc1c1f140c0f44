module.exports = globalThis.host.require('sharp');
