import { redactedAddress } from '../../adapters/provider-failure.js'
import type { Log } from '../../domain/log.js'
import type { Config } from '../config/config.js'

type Addressed = { readonly name: string; readonly baseUrl: string }

/** Warns of each provider on another machine whose address has no TLS: keys, what players say and replies can be read. */
export function warnOfClearText({ llm, vision, tts, stt, embeddings }: Config, log: Pick<Log, 'warn'>): void {
  const providers: readonly Addressed[] = [
    ...[llm, vision, tts, stt].flatMap((section): readonly Addressed[] => section.providers),
    ...(embeddings.kind === 'openai-compatible' ? [{ name: 'embeddings', baseUrl: embeddings.baseUrl }] : []),
  ]
  const warned = new Set<string>()
  for (const { name, baseUrl } of providers) {
    if (warned.has(baseUrl) || !isClearText(baseUrl)) continue
    warned.add(baseUrl)
    log.warn(CLEAR_TEXT, { provider: name, address: redactedAddress(baseUrl) })
  }
}

const CLEAR_TEXT =
  'A provider on another machine is asked without encryption: its key and all that is said can be read on the way. Use https.'

const CLEAR_PROTOCOLS: readonly string[] = ['http:', 'ws:']

/** Names of this machine; what is sent to them does not leave it. */
const OWN_NAME = /^(?:(?:.*\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|\[::\])$/

function isClearText(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return CLEAR_PROTOCOLS.includes(protocol) && !OWN_NAME.test(hostname)
}
