import type { ModelRole } from '../../adapters/model/choose-model.js'
import { isHttpUrl, KEY_VARIABLES, type ProviderConfig } from './model-provider-config.js'
import type { Environment } from './secret-source.js'
import { closestWord } from './similar-words.js'

/** A provider that is named by a flag, a variable or `default:`, such as `ollama:llama3.2`, and where it was named. */
export type ProviderChoice = { readonly text: string; readonly source: string }

type Problem = { readonly problem: string; readonly hint: string }
export type ChosenProvider =
  /** Built in, or configured in the file; `model` replaces the configured one. */
  | { readonly name: string; readonly model?: string | undefined }
  | { readonly name: string; readonly provider: ProviderConfig }
  | { readonly name: string; readonly program: { readonly kind: string; readonly model: string } }
  | Problem

type Vendor = {
  readonly kind: ProviderConfig['kind']
  readonly can: readonly ModelRole[]
  readonly needsKey: boolean
}

const VENDORS: Readonly<Record<string, Vendor>> = {
  ollama: { kind: 'ollama', can: ['llm', 'vision', 'embeddings'], needsKey: false },
  openai: { kind: 'openai', can: ['llm', 'tts', 'stt', 'vision', 'embeddings'], needsKey: true },
  anthropic: { kind: 'anthropic', can: ['llm', 'vision'], needsKey: true },
  google: { kind: 'google', can: ['llm', 'vision', 'embeddings'], needsKey: true },
}

/** Programs of this machine, each with a model in a file. */
const PROGRAMS: Readonly<Partial<Record<ModelRole, { readonly name: string; readonly file: string }>>> = {
  tts: { name: 'piper', file: 'en_US-lessac-medium.onnx' },
  stt: { name: 'whisper-cli', file: 'ggml-base.en.bin' },
}

const BUILT_IN: Readonly<Record<ModelRole, readonly string[]>> = {
  llm: ['stub'],
  vision: ['stub'],
  tts: ['builtin', 'stub', 'system'],
  stt: ['stub', 'system'],
  embeddings: ['stub', 'hash'],
}

const ROLE_WORDS: Readonly<Record<ModelRole, string>> = {
  llm: 'a language model',
  tts: 'a voice',
  stt: 'a recogniser of speech',
  vision: 'a vision model',
  embeddings: 'embeddings',
}

const EXAMPLE_URL = 'http://127.0.0.1:8080/v1#MODEL'

type ChoiceContext = {
  readonly env: Environment
  /** Names of the providers that the file configures for this role. */
  readonly known: readonly string[]
}

/** What a choice names: `ollama`, `openai:MODEL`, `http://127.0.0.1:8080/v1#MODEL`, `stub`, or a provider of the file. */
export function readProviderChoice(
  role: ModelRole,
  text: string,
  { env, known }: ChoiceContext,
): ChosenProvider {
  if (/^(?:https?|wss?|ftp|file):/i.test(text)) return readAddress(text)
  const colon = text.indexOf(':')
  const name = colon < 0 ? text : text.slice(0, colon)
  const model = colon < 0 ? undefined : text.slice(colon + 1)
  if (model === '') return { problem: 'no model stands behind the colon', hint: `Name one, or give ${name}.` }
  if (known.includes(name)) return { name, model }
  if (BUILT_IN[role].includes(name)) {
    return model === undefined
      ? { name: role === 'embeddings' ? 'hash' : name }
      : { problem: `${name} has no models`, hint: `Give ${name}.` }
  }
  if (name === PROGRAMS[role]?.name) return programChoice(name, model, PROGRAMS[role].file)
  const vendor = Object.hasOwn(VENDORS, name) ? VENDORS[name] : undefined
  if (vendor === undefined) return unknownProvider(role, text, known)
  if (!vendor.can.includes(role)) {
    return { problem: `${name} does not offer ${ROLE_WORDS[role]} here`, hint: whoCan(role) }
  }
  return vendorChoice(name, vendor, { model, env })
}

const programChoice = (name: string, model: string | undefined, example: string): ChosenProvider =>
  model === undefined
    ? { problem: `${name} needs the file of a model`, hint: `Give ${name}:FILE, such as ${name}:${example}.` }
    : { name, program: { kind: name, model } }

function vendorChoice(
  name: string,
  { kind, needsKey }: Vendor,
  { model, env }: { readonly model: string | undefined; readonly env: Environment },
): ChosenProvider {
  const keys = KEY_VARIABLES[kind]
  const apiKeyEnv = keys.find((key) => Boolean(env[key]?.trim()))
  if (apiKeyEnv === undefined && needsKey) {
    const rest = keys.slice(1)
    return {
      problem: `${name} needs an API key, and ${keys[0]} is not set in the environment`,
      hint: `Set ${keys[0]}${rest.length === 0 ? '' : ` (or ${rest.join(' or ')})`}.`,
    }
  }
  const baseUrl = kind === 'ollama' ? ollamaAddress(env['OLLAMA_HOST']) : undefined
  if (baseUrl === null) {
    return { problem: 'OLLAMA_HOST is not an address', hint: 'Give it as HOST:PORT or as an http address.' }
  }
  return {
    name,
    provider: {
      kind,
      ...(model !== undefined && { model }),
      ...(baseUrl !== undefined && {
        baseUrl,
        baseUrlSource: env['OLLAMA_HOST']?.trim() ? 'OLLAMA_HOST' : 'default',
      }),
      ...(apiKeyEnv !== undefined && { apiKeyEnv }),
    },
  }
}

const OLLAMA_PORT = '11434'

/** Reads `OLLAMA_HOST` as Ollama does: with a scheme and a port or without; null: it is no address. */
export function ollamaAddress(host: string | undefined): string | null {
  const given = host?.trim() ?? ''
  if (given === '') return `http://127.0.0.1:${OLLAMA_PORT}`
  const hasScheme = given.includes('://')
  const text = hasScheme ? given : `http://${given}`
  if (!isHttpUrl(text)) return null
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return null
  // The server listens on every address then; clients connect to this machine.
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1'
  if (!hasScheme && url.port === '') url.port = OLLAMA_PORT
  return url.href.replace(/(?<!\/)\/+$/, '')
}

function readAddress(text: string): ChosenProvider {
  const url = isHttpUrl(text) ? new URL(text) : undefined
  if (url === undefined) {
    return { problem: 'is not an http or https address', hint: `Give an address such as ${EXAMPLE_URL}.` }
  }
  if (url.username !== '' || url.password !== '') {
    return {
      problem: 'an address must not contain a user or a password',
      hint: 'Configure the provider in the file of --config, with its key in apiKeyEnv or apiKeyFile.',
    }
  }
  const model = decoded(url.hash.slice(1))
  const tail = url.pathname.split('/').at(-1) ?? ''
  if (model === '' && tail.includes(':')) {
    const corrected = text.slice(0, text.lastIndexOf(':'))
    return {
      problem: 'the model of an address stands behind a #, not behind a colon',
      hint: `Give ${corrected}#${tail.slice(tail.indexOf(':') + 1)}.`,
    }
  }
  url.hash = ''
  return {
    name: url.host,
    provider: {
      kind: 'openai-compatible',
      baseUrl: url.href.replace(/#$/, '').replace(/(?<!\/)\/+$/, ''),
      ...(model !== '' && { model }),
    },
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The choice as it may be shown: without the user and the password of an address. */
export const shownChoice = (text: string): string => text.replace(/\/\/[^/@\s]*@/, '//…@')

function unknownProvider(role: ModelRole, text: string, known: readonly string[]): Problem {
  const name = text.split(':')[0] ?? text
  const program = PROGRAMS[role]?.name
  const programs = program === undefined ? [] : [program]
  const words = [...known, ...Object.keys(VENDORS), ...programs, ...BUILT_IN[role]]
  const meant = closestWord(name, words) ?? withVendor(role, text)
  return {
    problem: `there is no provider ${name}`,
    hint: meant === undefined ? whoCan(role, known) : `Did you mean ${meant}? ${whoCan(role, known)}`,
  }
}

/** Whoever names a model alone means that of the vendor by whose name it begins, or one of Ollama. */
function withVendor(role: ModelRole, text: string): string | undefined {
  const [, vendor = 'ollama'] = MODELS_OF.find(([names]) => names.test(text)) ?? []
  const looksLikeModel = /^[a-z][\w.-]*[\d.-]/i.test(text)
  return looksLikeModel && VENDORS[vendor]?.can.includes(role) ? `${vendor}:${text}` : undefined
}

const MODELS_OF: readonly (readonly [RegExp, string])[] = [
  [/^(?:gpt|o\d|tts|whisper|text-embedding)-?/i, 'openai'],
  [/^claude/i, 'anthropic'],
  [/^gemini/i, 'google'],
]

function whoCan(role: ModelRole, known: readonly string[] = []): string {
  const vendors = Object.entries(VENDORS).flatMap(([name, { can }]) =>
    can.includes(role) ? [`${name}:MODEL`] : [],
  )
  const program = PROGRAMS[role]
  const programs = program === undefined ? [] : [`${program.name}:FILE`]
  const forms = [...known, ...vendors, ...programs, EXAMPLE_URL, ...BUILT_IN[role]]
  return `These can: ${forms.slice(0, -1).join(', ')} or ${forms.at(-1)}.`
}
