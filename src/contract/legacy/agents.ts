import { type Static, Type } from 'typebox'
import { CharacterSchema } from '../characters.js'

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Extract<Name, string>

/** The same fields under their camelCase names. */
export function toCamelCase<T extends object>(fields: T): { [Name in keyof T as CamelCase<Name>]: T[Name] } {
  const renamed = Object.entries(fields).map(([name, value]) => [camelCase(name), value])
  // Correct by construction; `Object.entries` loses which value belongs to which name.
  return Object.fromEntries(renamed) as { [Name in keyof T as CamelCase<Name>]: T[Name] }
}

const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A character in responses of the legacy routes (docs/wire-protocol.md, Old paths). */
export const AgentSchema = Type.Object(toCamelCase(CharacterSchema.properties), { $id: 'Agent' })
export type Agent = Static<typeof AgentSchema>
