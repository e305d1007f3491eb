/** The Socket.IO namespace of the service (contract, Events). Apart from the schemas, so that a page loads none of them. */
export const NAMESPACE = '/sdk'
