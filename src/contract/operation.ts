import type { TObject, TSchema } from 'typebox'
import type { Scope } from './scopes.js'

/**
 * How a caller must authenticate. `scope`: an API key with this scope, or an ID token, which has every scope of its
 * account. `id_token`: an ID token. `staff`: an ID token of a staff account. `local`: the secret in the files of the
 * local server. `none`: not at all.
 */
export type Access =
  | {
      readonly scope: Scope
      /** The API key must be sent as `Authorization: Bearer`. */
      readonly keyAs?: 'bearer'
      /** Also accepts a session token, for its own character. */
      readonly sessions?: true
    }
  | { readonly credential: 'id_token' | 'staff' | 'local' | 'none' }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A REST operation: a Fastify route without its handler, which the client's `call` uses too. */
export type Operation = {
  readonly method: Method
  readonly url: string
  readonly config: Access
  /** Changes nothing, although its method is not GET. */
  readonly readOnly?: true
  /** The body is multipart/form-data with one file, in the part of this name. */
  readonly upload?: { readonly part: string; readonly description: string }
  /** The body may also be multipart/form-data, with these text fields and file parts. */
  readonly form?: {
    readonly fields: TObject
    readonly files: Readonly<Record<string, string>>
    /** The file parts without which the form is refused. */
    readonly required?: readonly string[]
  }
  readonly schema: {
    readonly operationId: string
    readonly summary: string
    /** What the summary has no room for, such as what else a deletion takes. */
    readonly description?: string
    readonly tags: readonly string[]
    /** Served only for clients that were already shipped. */
    readonly deprecated?: true
    readonly params?: TSchema
    readonly querystring?: TSchema
    readonly body?: TSchema
    readonly response: { readonly [status: number]: TSchema }
  }
}

export const operation = <const O extends Operation>(op: O): O => op
