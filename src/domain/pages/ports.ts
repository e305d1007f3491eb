export type PageFile = { readonly bytes: Uint8Array; readonly type: string }

/** The files of a web page that the server delivers. */
export interface PageFiles {
  /** Undefined when there is no file of that name. */
  find(name: string): Promise<PageFile | undefined>
}
