type Described = { requestBody?: { required?: boolean; content: Record<string, { schema?: object }> } }
type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>

/** @fastify/swagger takes every body for required; one that may be null may also be left out. */
export function markOptionalBodies<D extends { readonly paths?: object }>(document: D): D {
  // It has just made the document of our operations, so that these are what its paths hold.
  for (const path of Object.values((document.paths ?? {}) as Paths)) {
    for (const { requestBody } of Object.values(path)) {
      if (requestBody !== undefined && mayBeNull(requestBody)) requestBody.required = false
    }
  }
  return document
}

const mayBeNull = ({ content }: NonNullable<Described['requestBody']>): boolean =>
  Object.values(content).some(
    ({ schema = {} }) => 'type' in schema && Array.isArray(schema.type) && schema.type.includes('null'),
  )
