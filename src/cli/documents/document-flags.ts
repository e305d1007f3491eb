import { Args, Flags } from '@oclif/core'
import { usageError } from '../errors/command-error.js'

type HttpHeader = readonly [name: string, value: string]

/** Parses `Name: value`. */
function parseHttpHeader(text: string): HttpHeader {
  const colon = text.indexOf(':')
  const name = text.slice(0, Math.max(0, colon)).trim()
  // The text may contain a secret, so the error does not repeat it.
  if (name === '') throw usageError('A header has no name', "Write it as 'Authorization: Bearer …'.")
  return [name, text.slice(colon + 1).trim()]
}

export const headerFlag = Flags.custom<HttpHeader>({
  summary: 'HTTP header for fetching the URL; may be repeated.',
  description: 'The service stores it encrypted until the document is fetched.',
  helpValue: "'NAME: VALUE'",
  multiple: true,
  multipleNonGreedy: true,
  parse: async (input) => parseHttpHeader(input),
})

export const documentArg = Args.string({ required: true, description: 'Id of the document.' })
