/** The package's version, for `X-Service-Client`; a test holds it to package.json, which a browser cannot read. */
export const CLIENT_VERSION = '0.1.0'
