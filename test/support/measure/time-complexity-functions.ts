import { createStubModel } from '../../../src/adapters/model/stub/stub-model.js'
import { loadLanguages } from '../../../src/adapters/search/languages.js'
import { createTokenizer } from '../../../src/adapters/search/tokenizer.js'
import { splitIntoPackets } from '../../../src/audio/packets.js'
import { createGraphemeToPhoneme } from '../../../src/audio/speech/grapheme-to-phoneme.js'
import { parseAction } from '../../../src/cli/characters/parse-action.js'
import { filenameOf } from '../../../src/domain/documents/filename.js'
import { truncateAtWord } from '../../../src/domain/generation/truncate-at-word.js'
import { NO_KNOWLEDGE } from '../../../src/domain/knowledge/ports.js'
import { isInstruction } from '../../../src/domain/memories/extract/quarantine.js'
import { loadDateParser } from '../../../src/domain/memories/extract/rules/dates.js'
import {
  extractByRules,
  maskQuotes,
  splitSentences,
} from '../../../src/domain/memories/extract/rules/extract-by-rules.js'
import { isEnglish } from '../../../src/domain/memories/extract/rules/is-english.js'
import {
  declarativePart,
  isHypothetical,
  isIronic,
} from '../../../src/domain/memories/extract/rules/modality.js'
import { findNamedRelatives } from '../../../src/domain/memories/extract/rules/relatives.js'
import { maskSecrets } from '../../../src/domain/memories/extract/secrets.js'
import { findNamedEntities } from '../../../src/domain/memories/graph/find-names.js'
import { findRelations } from '../../../src/domain/memories/graph/find-relations.js'
import { NOTHING_RECALLED } from '../../../src/domain/memories/search/recall-port.js'
import { systemPrompt } from '../../../src/domain/turns/prompt.js'
import { isEchoOf } from '../../../src/domain/voice/echo-guard.js'
import { createSentences } from '../../../src/domain/voice/sentences.js'
import {
  isBackchannel,
  isIncompleteUtterance,
  startsWithStopWord,
} from '../../../src/domain/voice/utterance-text.js'
import { selectPreferred } from '../../../src/http/content-negotiation.js'
import { aCharacter } from '../stores/store-records.js'
import type { TextDriver } from './time-complexity.js'

const SAID = '2030-03-13T10:00:00.000Z'
const noTimers = { sleep: async () => undefined, elapsed: () => 0 }

/** A message as long as the contract lets it be, and a long stored text: more of it makes so much garbage that collecting it shows. */
const MESSAGE = 4000
const PROMPT = 20_000

/** What texts of players, characters and replies come to, driven directly. */
export async function functionDrivers(): Promise<TextDriver[]> {
  const dates = await loadDateParser()
  const tokenizer = createTokenizer(await loadLanguages())
  const driver = (name: string, characters: number, run: TextDriver['run']): TextDriver => ({
    name,
    characters,
    run,
  })
  return [
    driver('memories by rules', MESSAGE, (text) => remember(text)),
    driver('memories: own words', MESSAGE, maskQuotes),
    driver('memories: sentences', MESSAGE, splitSentences),
    driver('memories: secrets', MESSAGE, maskSecrets),
    driver('memories: instructions', MESSAGE, isInstruction),
    driver('memories: language', MESSAGE, isEnglish),
    driver('memories: relatives', MESSAGE, findNamedRelatives),
    driver('memories: mood', MESSAGE, (text) => [
      isIronic(text),
      isHypothetical(text),
      declarativePart(`${text}?`),
    ]),
    // A date is looked for in a sentence, of which a thousand characters are read.
    driver('memories: dates', 1000, (text) => dates(text, SAID, 'future')),
    driver('graph: names and relations', 2000, (text) => findRelations(text, findNamedEntities(text))),
    driver('stub: message', MESSAGE, (text) => answer([text])),
    driver('stub: after a message', MESSAGE, (text) => answer([text, 'I see.', 'What is my name?'])),
    driver('stub: persona', PROMPT, (text) =>
      answer(['Who are you? What can you do? How many years?'], { background: text, personality: text }),
    ),
    driver('stub: tagline and action', MESSAGE, (text) =>
      answer(['Who are you?'], {
        tagline: text,
        actions: [{ name: 'wave', description: text, parameters: [] }],
      }),
    ),
    driver('stub: abilities', MESSAGE, (text) =>
      answer(['What can you do?'], { actions: [{ name: 'wave', description: text, parameters: [] }] }),
    ),
    driver('prompt', PROMPT, (text) => systemPrompt({ ...aCharacter(), tagline: text, background: text })),
    driver('speech: sentences', PROMPT, (text) => speak([text])),
    driver('speech: sentences of a stream', MESSAGE, (text) => speak(text.match(/.{1,4}/gsu) ?? [])),
    driver('speech: packets', MESSAGE, splitIntoPackets),
    driver('speech: a word', MESSAGE, (text) => createGraphemeToPhoneme()(text)),
    driver('speech: unfinished', MESSAGE, isIncompleteUtterance),
    driver('speech: backchannels and stop words', MESSAGE, (text) => [
      isBackchannel(text),
      startsWithStopWord(text),
    ]),
    driver('echo guard', MESSAGE, (text) => isEchoOf(text, { delivered: text, played: text })),
    driver('search: terms', PROMPT, (text) => tokenizer.terms(text)),
    driver('search: query', MESSAGE, (text) =>
      tokenizer.query(text, { languages: new Set([0, 1]), ignore: [] }),
    ),
    driver('file name', MESSAGE, (text) => filenameOf({ sent: text, url: 'http://origin.test/a.pdf' })),
    driver('generated text', PROMPT, (text) => truncateAtWord(text, PROMPT / 2)),
    driver('negotiation', 8000, (text) => selectPreferred(text, ['text/plain', 'application/json'])),
    driver('action of the command line', MESSAGE, (text) => ignore(() => parseAction(text))),
  ]
}

const remember = (content: string) =>
  extractByRules([{ id: 1, role: 'user', content, timestamp: SAID }], {
    conversationId: 'c1',
    characterName: 'Mara',
  })

async function answer(messages: readonly string[], character: object = {}): Promise<void> {
  const record = { ...aCharacter(), ...character }
  const model = createStubModel({ timers: noTimers, pace: 'instant' })
  const request = {
    character: record,
    playerId: 'p1',
    system: '',
    knowledge: NO_KNOWLEDGE,
    memories: NOTHING_RECALLED,
    readMessages: 0,
    messages: messages.map((content, at) => ({
      role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content,
    })),
    actions: record.actions,
  }
  for await (const _ of model.reply(request, new AbortController().signal));
}

function speak(pieces: readonly string[]): void {
  const sentences = createSentences()
  for (const piece of pieces) sentences.push(piece)
  sentences.flush()
}

function ignore(run: () => unknown): void {
  try {
    run()
  } catch {
    // What is refused was read, which is all that is measured.
  }
}
