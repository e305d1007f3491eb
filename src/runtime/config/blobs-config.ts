import {
  parseS3Address,
  S3_ADDRESS_HINT,
  type S3Settings,
  shownBucket,
} from '../../adapters/object-storage/s3-settings.js'
import { StartError } from '../process/start-error.js'
import type { RawBlobsConfig } from './config-schema.js'
import { type GivenAddress, readGivenAddress } from './given-address.js'
import { isHttpUrl } from './model-provider-config.js'
import type { SchemaProblem } from './schema-problems.js'
import { type ConfigContext, type Environment, readSecret } from './secret-source.js'

/** What the configuration file says of the bucket; the variables of AWS say the rest. */
export type BlobsConfig = Pick<
  RawBlobsConfig,
  'url' | 'endpoint' | 'region' | 'pathStyle' | 'accessKeyId'
> & {
  readonly secretAccessKey?: string | undefined
}

type Outcome = { readonly config: BlobsConfig; readonly problems: readonly SchemaProblem[] }

/** Completes the section with its secret, and lists the problems that its schema cannot express. */
export async function readBlobsConfig(
  written: RawBlobsConfig = {},
  context: ConfigContext,
): Promise<Outcome> {
  const { secretKeyEnv, secretKeyFile, ...config } = written
  const secret = await readSecret(written, { variable: 'secretKeyEnv', file: 'secretKeyFile' }, context)
  const problems = [
    ...(config.url === undefined || parseS3Address(config.url) !== undefined
      ? []
      : [problem('url', 'is not the address of a bucket, such as s3://bucket/prefix')]),
    ...(config.endpoint === undefined || isEndpoint(config.endpoint)
      ? []
      : [problem('endpoint', ENDPOINT_RULE)]),
    ...(config.region === undefined || REGION.test(config.region)
      ? []
      : [problem('region', 'is not the name of a region')]),
    ...((config.accessKeyId === undefined) === (secretKeyEnv === undefined && secretKeyFile === undefined)
      ? []
      : [problem('accessKeyId', 'and a secret, in secretKeyEnv or secretKeyFile, go together')]),
    ...(secret !== undefined && 'problem' in secret
      ? [problem(secret.problem.key, secret.problem.text)]
      : []),
  ]
  const secretAccessKey = secret !== undefined && 'secret' in secret ? secret.secret : undefined
  return { config: { ...config, ...(secretAccessKey !== undefined && { secretAccessKey }) }, problems }
}

const problem = (key: string, text: string): SchemaProblem => ({ path: ['blobs', key], text })

const ENDPOINT_RULE = 'must be an http or https address without user, path and query'
const REGION = /^[A-Za-z0-9-]{1,64}$/

/** A user or a path would end up in no request, or in every signature. */
function isEndpoint(text: string): boolean {
  if (!isHttpUrl(text)) return false
  const { username, password, pathname, search, hash } = new URL(text)
  return username === '' && password === '' && pathname === '/' && search === '' && hash === ''
}

/** The bucket with all that is needed to ask it. Throws a StartError that says what is missing or wrong. */
export function readBlobs(
  address: Omit<GivenAddress, 'written'>,
  config: BlobsConfig,
  env: Environment,
): S3Settings | undefined {
  const found = readGivenAddress(
    { ...address, written: config.url },
    {
      setting: 'blobs',
      inFile: 'blobs.url of the configuration file',
      parse: parseS3Address,
      kind: 'a bucket',
      hint: S3_ADDRESS_HINT,
    },
  )
  if (found === undefined) return undefined
  const { place, source } = found
  const endpoint = readEndpoint(config, env)
  return {
    ...place,
    endpoint,
    region: readRegion(config, env),
    // AWS has a certificate for names with one part before its own, so a bucket with dots is in the path.
    pathStyle: config.pathStyle ?? (endpoint !== undefined || place.bucket.includes('.')),
    ...readKeys(config, env, source),
  }
}

function readEndpoint({ endpoint }: BlobsConfig, env: Environment): string | undefined {
  if (endpoint !== undefined) return endpoint
  for (const name of ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL']) {
    const text = env[name]?.trim() ?? ''
    if (text === '') continue
    if (isEndpoint(text)) return text
    throw new StartError(`${name} ${ENDPOINT_RULE}.`, 'Write it as http://127.0.0.1:9000.')
  }
  return undefined
}

function readRegion({ region }: BlobsConfig, env: Environment): string {
  if (region !== undefined) return region
  const [name, text = 'us-east-1'] =
    ['AWS_REGION', 'AWS_DEFAULT_REGION']
      .map((each) => [each, env[each]?.trim()])
      .find(([, value]) => value) ?? []
  if (REGION.test(text)) return text
  throw new StartError(`${name} is not the name of a region.`, 'Write it as eu-central-1.')
}

/** The keys of the file, or those of the environment; never one of each. */
function readKeys(
  { accessKeyId, secretAccessKey }: BlobsConfig,
  env: Environment,
  source: string,
): Pick<S3Settings, 'accessKeyId' | 'secretAccessKey' | 'sessionToken'> {
  if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey }
  const [id = '', secret = '', token = ''] = KEY_VARIABLES.map((name) => env[name]?.trim())
  for (const [name, value] of [
    ['AWS_ACCESS_KEY_ID', id],
    ['AWS_SECRET_ACCESS_KEY', secret],
  ] as const) {
    if (value !== '') continue
    throw new StartError(`${source} needs ${name}, which is not set in the environment.`, KEYS_HINT)
  }
  const isHeader = [id, token].every((value) => /^[\x21-\x7e]*$/.test(value))
  if (!isHeader) throw new StartError('The keys of the bucket hold characters that no key has.', KEYS_HINT)
  return { accessKeyId: id, secretAccessKey: secret, ...(token !== '' && { sessionToken: token }) }
}

const KEY_VARIABLES = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']
const KEYS_HINT =
  'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or blobs.accessKeyId and blobs.secretKeyFile in the configuration file. Files of AWS and roles of machines are not read.'

export function shownBlobs(address: string | undefined): string {
  if (address === undefined) return 'files'
  const place = parseS3Address(address)
  return place === undefined ? 'not an address' : shownBucket(place)
}
