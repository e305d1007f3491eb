/**
 * The Socket.IO namespace of the service (docs/wire-protocol.md, Transport). In its own file, so that web pages do not
 * load the schemas.
 */
export const NAMESPACE = '/sdk'
