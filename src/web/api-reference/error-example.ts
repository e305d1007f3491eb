/** What the server says with each status: a sentence, or what is needed to mend the request. */
const DETAILS: Readonly<Record<string, unknown>> = {
  400: 'The image must be a JPEG, PNG or WebP',
  401: 'Invalid API key',
  403: {
    error: 'insufficient_scope',
    message: 'This API key lacks the scope characters:write',
    requiredScope: 'characters:write',
  },
  404: 'Character not found',
  413: 'The body is too large',
  422: [{ loc: ['body', 'persona', 'name'], msg: 'Field required', type: 'missing' }],
  429: 'Too many requests',
  502: 'The language model failed',
  503: 'The server is stopping',
}

/** The body of an error, as far as its status tells it. */
export const errorExample = (status: string): { readonly detail: unknown } => ({
  detail: DETAILS[status] ?? 'Why the request was refused, in a sentence',
})
