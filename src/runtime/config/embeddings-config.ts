import { resolve } from 'node:path'
import type { LocalEmbeddings } from '../../adapters/embeddings/local.js'
import type { OpenAiCompatibleEmbeddings } from '../../adapters/embeddings/openai-compatible.js'
import type { RawEmbeddingsConfig } from './config-schema.js'
import { headerProblems, isHttpUrl, readApiKey } from './model-provider-config.js'
import type { SchemaProblem } from './schema-problems.js'
import type { ConfigContext } from './secret-source.js'

/** The provider of embeddings, with its secrets. */
export type EmbeddingsConfig =
  | { readonly kind: 'hash' }
  | ({ readonly kind: 'openai-compatible' } & OpenAiCompatibleEmbeddings)
  | ({ readonly kind: 'local' } & LocalEmbeddings)

/** The section as it is in the file, or made of a flag. */
export type WrittenEmbeddings = RawEmbeddingsConfig &
  Pick<OpenAiCompatibleEmbeddings, 'baseUrlSource' | 'name'>

type Outcome = { readonly embeddings: EmbeddingsConfig; readonly problems: readonly SchemaProblem[] }
type Key = keyof RawEmbeddingsConfig

/** The required and optional keys of each kind, besides `kind` itself. */
const KEYS: Readonly<
  Record<EmbeddingsConfig['kind'], { required: readonly Key[]; optional: readonly Key[] }>
> = {
  hash: { required: [], optional: [] },
  'openai-compatible': {
    required: ['baseUrl', 'model', 'dimensions'],
    optional: ['apiKeyEnv', 'apiKeyFile', 'headers', 'sendDimensions', 'timeoutSeconds'],
  },
  local: { required: ['folder', 'model', 'dimensions'], optional: [] },
}

/** Completes the section with its defaults and its secret, and lists the problems that its schema cannot express. */
export async function readEmbeddingsConfig(
  section: WrittenEmbeddings | undefined,
  context: ConfigContext,
): Promise<Outcome> {
  if (section === undefined) return { embeddings: { kind: 'hash' }, problems: [] }
  const { baseUrlSource, name, ...written } = section
  const key = await readApiKey({ ...written, isOptional: true }, context)
  const problems = [...keyProblems(written), ...baseUrlProblems(written), ...headerProblems(written.headers)]
  return {
    embeddings: applyDefaults(written, { apiKey: key.secret, folder: context.folder, baseUrlSource, name }),
    problems: [...problems, ...key.problems].map(({ path, text }) => ({
      path: ['embeddings', ...path],
      text,
    })),
  }
}

/** Uses arbitrary values for missing required keys, which are reported separately. */
function applyDefaults(
  { kind, model = '', dimensions = 0, ...more }: RawEmbeddingsConfig,
  {
    apiKey,
    folder,
    baseUrlSource,
    name,
  }: Pick<OpenAiCompatibleEmbeddings, 'apiKey' | 'baseUrlSource' | 'name'> & { readonly folder: string },
): EmbeddingsConfig {
  switch (kind) {
    case 'hash':
      return { kind }
    case 'local':
      return { kind, model, dimensions, folder: resolve(folder, more.folder ?? '') }
    case 'openai-compatible':
      return {
        kind,
        model,
        dimensions,
        apiKey,
        baseUrl: (more.baseUrl ?? '').replace(/(?<!\/)\/+$/, ''),
        baseUrlSource,
        ...(name !== undefined && { name }),
        headers: more.headers ?? {},
        sendDimensions: more.sendDimensions ?? false,
        timeoutSeconds: more.timeoutSeconds ?? 30,
      }
  }
}

function keyProblems(written: RawEmbeddingsConfig): SchemaProblem[] {
  const { required, optional } = KEYS[written.kind]
  const known: readonly string[] = ['kind', ...required, ...optional]
  return [
    ...required
      .filter((key) => written[key] === undefined)
      .map((key) => ({ path: [key], text: `is missing; the kind ${written.kind} needs it` })),
    ...Object.keys(written)
      .filter((key) => !known.includes(key))
      .map((key) => ({ path: [key], text: `is not for the kind ${written.kind}` })),
  ]
}

const baseUrlProblems = ({ baseUrl }: RawEmbeddingsConfig): SchemaProblem[] =>
  baseUrl === undefined || isHttpUrl(baseUrl)
    ? []
    : [{ path: ['baseUrl'], text: 'must be an http or https address' }]
