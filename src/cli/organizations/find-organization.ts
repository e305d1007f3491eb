import { Args } from '@oclif/core'
import type { Client } from '../../client/create-client.js'
import { listOrganizations, type Organization } from '../../contract/organizations.js'
import { ambiguousNameError } from '../errors/command-error.js'

/**
 * Finds the id of an organization by its id or name. A text without a match is returned as it is, so that the request
 * for it fails with the error of the service.
 */
export async function findOrganizationId(client: Client, idOrName: string): Promise<string> {
  const { organizations } = await client.call(listOrganizations, {})
  if (organizations.some(({ id }) => id === idOrName)) return idOrName
  const named = organizations.filter(isNamed(idOrName))
  if (named.length > 1) throw ambiguousNameError(idOrName, 'organizations', named)
  return named[0]?.id ?? idOrName
}

const isNamed =
  (idOrName: string) =>
  ({ name }: Organization): boolean =>
    name.toLowerCase() === idOrName.toLowerCase()

export const organizationArg = Args.string({ required: true, description: 'Id or complete name.' })
