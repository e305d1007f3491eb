/** Variables that would lead a client to another server, or to somebody whom this one does not know. */
const MISLEADING = [
  'PARLEY_READY_FILE',
  'PARLEY_DATA_DIR',
  'PARLEY_PROFILE',
  'PARLEY_EMAIL',
  'PARLEY_PLAYER_ID',
  'PARLEY_ORG_ID',
]

type Access = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly localSecret: string
  /** Undefined where another issuer makes the tokens. */
  readonly idToken: string | undefined
}

/** What changes in the environment of a command that is to find this server, and no other; undefined takes away. */
export const childEnvironment = ({
  baseUrl,
  apiKey,
  localSecret,
  idToken,
}: Access): Record<string, string | undefined> => ({
  ...Object.fromEntries(MISLEADING.map((name) => [name, undefined])),
  PARLEY_BASE_URL: baseUrl,
  PARLEY_API_KEY: apiKey,
  PARLEY_LOCAL_SECRET: localSecret,
  PARLEY_ID_TOKEN: idToken,
})
