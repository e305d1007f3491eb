import { StartError } from '../process/start-error.js'

export type GivenAddress = {
  /** By a flag, or the variable that stands for it. */
  readonly given?: string | undefined
  /** In the configuration file. */
  readonly written?: string | undefined
  readonly ephemeral?: boolean | undefined
  /** Where settings come from, by their names, if not from flags. */
  readonly origins?: Readonly<Record<string, string>> | undefined
}

type AddressKind<Place> = {
  /** The name of its flag. */
  readonly setting: string
  readonly inFile: string
  readonly parse: (address: string) => Place | undefined
  /** Of what it is the address. */
  readonly kind: string
  readonly hint: string
}

/**
 * Where records or files are kept instead of the data folder, and who says so; undefined if nobody does. Throws a
 * StartError for what is no address, without repeating it: passwords and keys may have been written into it.
 */
export function readGivenAddress<Place>(
  { given, written, ephemeral, origins }: GivenAddress,
  { setting, inFile, parse, kind, hint }: AddressKind<Place>,
): { readonly place: Place; readonly source: string } | undefined {
  const address = given ?? written
  if (address === undefined) return undefined
  const source = given === undefined ? inFile : (origins?.[setting] ?? `--${setting}`)
  const place = parse(address)
  if (place === undefined) throw new StartError(`${source} is not the address of ${kind}.`, hint)
  if (ephemeral !== true) return { place, source }
  // A file may be there for other servers; who says both at once means one of them.
  if (given === undefined) return undefined
  throw new StartError(`${source} and --ephemeral exclude each other.`, 'Leave one of them out.')
}
