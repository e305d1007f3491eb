export type PageFile = { readonly bytes: Uint8Array; readonly type: string }

/** The files of a page that the server shows to browsers. */
export interface PageFiles {
  /** Undefined: there is none of that name. */
  find(name: string): Promise<PageFile | undefined>
}
