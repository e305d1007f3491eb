import { Args } from '@oclif/core'
import type { Client } from '../../client/create-client.js'
import { listOrganizations, type Organization } from '../../contract/organizations.js'
import { ambiguousNameError } from '../errors/command-error.js'

/**
 * Finds the id of an organization by its id or name. A text without a match is returned as it is, so that the request
 * for it fails with the error of the service.
 */
export async function findOrganizationId(client: Client, words: string): Promise<string> {
  const { organizations } = await client.call(listOrganizations, {})
  if (organizations.some(({ id }) => id === words)) return words
  const named = organizations.filter(isNamed(words))
  if (named.length > 1) throw ambiguousNameError(words, 'organizations', named)
  return named[0]?.id ?? words
}

const isNamed =
  (words: string) =>
  ({ name }: Organization): boolean =>
    name.toLowerCase() === words.toLowerCase()

export const organizationArg = Args.string({ required: true, description: 'Id or complete name.' })
