/** The package's version, for `X-Service-Client`. A browser cannot read package.json; a test compares the two. */
export const CLIENT_VERSION = '0.1.0'
