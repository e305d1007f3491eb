import type { TSchema } from 'typebox'
import * as contract from '../contract/index.js'

type NamedSchema = TSchema & { readonly $id: string }

/** Every schema of the contract that has a name, so that `Ref` finds it. */
export function namedSchemas(): NamedSchema[] {
  const exported: unknown[] = Object.values(contract)
  return exported.filter(isNamed)
}

const isNamed = (value: unknown): value is NamedSchema =>
  typeof value === 'object' && value !== null && '$id' in value && typeof value.$id === 'string'
