import type { TSchema } from 'typebox'
import * as contract from '../contract/index.js'

type NamedSchema = TSchema & { readonly $id: string }

/** All schemas of the contract with an `$id`, which `Ref` refers to. */
export function namedSchemas(): NamedSchema[] {
  const exported: unknown[] = Object.values(contract)
  return exported.filter(isNamed)
}

const isNamed = (value: unknown): value is NamedSchema =>
  typeof value === 'object' && value !== null && '$id' in value && typeof value.$id === 'string'
