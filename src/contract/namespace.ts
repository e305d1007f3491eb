/**
 * The Socket.IO namespace of the service (docs/wire-protocol.md, Transport). Apart from the schemas, so that a page
 * loads none of them.
 */
export const NAMESPACE = '/sdk'
