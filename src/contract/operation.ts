import type { TObject, TSchema } from 'typebox'
import type { Scope } from './scopes.js'

/**
 * What a caller must show. A `scope` means an API key that holds it (an ID token holds every scope of its account);
 * `id_token` means an account's ID token; `staff` one of a staff account; `local` the secret that only who can read the
 * local server's own files knows; `none` nothing at all.
 */
export type Access =
  | {
      readonly scope: Scope
      /** The API key comes as `Authorization: Bearer`, and in no other way. */
      readonly keyAs?: 'bearer'
      /** A session token may ask too, for the character that it was made for. */
      readonly sessions?: true
    }
  | { readonly credential: 'id_token' | 'staff' | 'local' | 'none' }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One REST operation: a Fastify route without its handler, and the client's `call` at the same time. */
export type Operation = {
  readonly method: Method
  readonly url: string
  readonly config: Access
  /** Changes nothing, though it is no GET. */
  readonly readOnly?: true
  /** The body is multipart/form-data with one file, in the part of this name. */
  readonly upload?: { readonly part: string; readonly description: string }
  /** The body may also come as multipart/form-data: with these text fields, and files in these parts. */
  readonly form?: { readonly fields: TObject; readonly files: Readonly<Record<string, string>> }
  readonly schema: {
    readonly operationId: string
    readonly summary: string
    readonly tags: readonly string[]
    /** Still served, for clients that are out in the world. */
    readonly deprecated?: true
    readonly params?: TSchema
    readonly querystring?: TSchema
    readonly body?: TSchema
    readonly response: { readonly [status: number]: TSchema }
  }
}

export const operation = <const O extends Operation>(op: O): O => op
