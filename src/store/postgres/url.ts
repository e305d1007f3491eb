export type PostgresUrl = {
  readonly href: string
  /** Without password and parameters, for messages and logs. */
  readonly shown: string
}

export const POSTGRES_ADDRESS_HINT =
  'Give postgres://USER@HOST/DATABASE, or postgres:///DATABASE?host=FOLDER&user=USER for a socket in a folder.'

/** Undefined when the text is not the address of a PostgreSQL database. */
export function parsePostgresUrl(text: string): PostgresUrl | undefined {
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text)) return undefined
  const { protocol, username, host, pathname, searchParams } = new URL(text)
  const user = username === '' ? '' : `${username}@`
  // A socket has its folder in the parameters.
  const where = host === '' ? (searchParams.get('host') ?? '') : host
  return { href: text, shown: `${protocol}//${user}${where}${pathname}` }
}
