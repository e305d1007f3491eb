import type { TurnTrace } from '../../contract/turn-traces.js'
import { printable, printableLine } from '../output/printable.js'
import { wrapText } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { displayWidth } from '../output/text-width.js'

type Block = { readonly name: string; readonly tokens: number; readonly from: string }

/** One line for each block of the prompt: its tokens, and where it comes from. */
export function renderBlocks({ width, colour }: Terminal, turn: TurnTrace): string[] {
  const blocks = blocksOf(turn)
  const nameWidth = Math.max(...blocks.map(({ name }) => name.length))
  const tokenWidth = Math.max(...blocks.map(({ tokens }) => String(tokens).length))
  const indent = nameWidth + tokenWidth + 4
  const lines = blocks.flatMap(({ name, tokens, from }) => {
    const [first = '', ...rest] = wrapText(
      printableLine(from),
      Math.max(MIN_TEXT_WIDTH, width - indent),
      true,
    )
    const start = `${colour.dim(name.padEnd(nameWidth))}  ${String(tokens).padStart(tokenWidth)}  `
    return [`${start}${first}`.trimEnd(), ...rest.map((line) => ' '.repeat(indent) + line)]
  })
  return [...lines, ...leftOutLines(turn, width)]
}

const MIN_TEXT_WIDTH = 10

function blocksOf({ request, sections, actions, memories, knowledge, kind }: TurnTrace): Block[] {
  if (request === null) return []
  const history = request.messages.slice(0, -1)
  const input = request.messages.at(-1)
  const sumOf = (parts: readonly { readonly tokens: number }[]) =>
    parts.reduce((sum, { tokens }) => sum + tokens, 0)
  const counts = { memory: memories.length, knowledge: knowledge.documents.length }
  return [
    ...sections.map(({ name, tokens, from }) => ({
      ...{ name, tokens },
      from:
        name === 'memory'
          ? `${counts.memory === 1 ? '1 line' : `${counts.memory} lines`}: ${from.join(', ')}`
          : from.join(', '),
    })),
    ...(history.length === 0
      ? []
      : [{ name: 'history', tokens: sumOf(history), from: plural(history.length, 'message') }]),
    ...(input === undefined
      ? []
      : [{ name: 'input', tokens: input.tokens, from: INPUT_SOURCES[kind] + picture(input) }]),
    ...(actions.length === 0
      ? []
      : [{ name: 'tools', tokens: sumOf(actions), from: actions.map(({ name }) => name).join(', ') }]),
    ...(request.canLook ? [{ name: 'camera', tokens: 0, from: 'the model may ask for a picture' }] : []),
  ]
}

const INPUT_SOURCES: Readonly<Record<TurnTrace['kind'], string>> = {
  typed: 'what the player typed',
  transcript: 'what the player said',
  picture: 'what the player wrote',
  line: 'the scripted line',
  encounter: 'the line of the other character',
}

const picture = ({ imageDescription }: { readonly imageDescription: string | null }): string =>
  imageDescription === null ? '' : ', with a description of a picture'

export const plural = (count: number, noun: string): string =>
  count === 1 ? `1 ${noun}` : `${count} ${noun}s`

const leftOutLines = ({ leftOut }: TurnTrace, width: number): string[] =>
  leftOut.flatMap(({ kind, count, tokens, reason }) =>
    wrapText(
      `left out: ${count} ${LEFT_OUT[kind][count === 1 ? 0 : 1]}, ${plural(tokens, 'token')}: ${WHY_LEFT_OUT[reason]}`,
      width,
    ),
  )

type LeftOut = TurnTrace['leftOut'][number]

const LEFT_OUT: Readonly<Record<LeftOut['kind'], readonly [one: string, many: string]>> = {
  message: ['message of the conversation', 'messages of the conversation'],
  turn: ['earlier message', 'earlier messages'],
  memory: ['memory', 'memories'],
  passage: ['passage', 'passages'],
}
const WHY_LEFT_OUT: Readonly<Record<LeftOut['reason'], string>> = {
  budget: 'more than a prompt may hold',
  context: "more than the model's context holds",
}

/** The prompt word for word, each block under its name. */
export function renderPrompt({ colour, width }: Terminal, turn: TurnTrace): string {
  const { request, sections, actions } = turn
  if (request === null) return '(No model was asked in this turn)'
  const block = (name: string, tokens: number, text: string) =>
    [
      colour.bold(`${name.toUpperCase()}  ${plural(tokens, 'token')}`),
      ...wrapText(printable(text), width, true),
    ].join('\n')
  return [
    ...sections.map(({ name, tokens, text }) => block(name, tokens, text)),
    ...request.messages.map(({ role, content, imageDescription, tokens }) => {
      const shown = imageDescription === null ? '' : `\n(picture: ${imageDescription})`
      return block(role === 'user' ? 'player' : 'character', tokens, content + shown)
    }),
    ...actions.map(({ name, parameters, description, tokens }) =>
      block(
        'tool',
        tokens,
        `${name}(${parameters.join(', ')})${description === null ? '' : `: ${description}`}`,
      ),
    ),
  ].join('\n\n')
}

/** Each line of the memory block, with its score and what that is made of. */
export function renderMemoryLines({ width, colour }: Terminal, { memories }: TurnTrace): string[] {
  if (memories.length === 0) return ['(none)']
  const labels = memories.map(labelOf)
  const indent = Math.max(...labels.map((label) => displayWidth(label))) + 2
  const textWidth = Math.max(MIN_TEXT_WIDTH, width - indent)
  return memories.flatMap((memory, index) => {
    const [first = '', ...rest] = wrapText(printableLine(memory.text), textWidth, true)
    const reason = wrapText(reasonOf(memory), textWidth)
    return [
      `${(labels[index] ?? '').padEnd(indent)}${first}`,
      ...rest.map((line) => ' '.repeat(indent) + line),
      ...reason.map((line) => ' '.repeat(indent) + colour.dim(line)),
    ]
  })
}

type Remembered = TurnTrace['memories'][number]

const labelOf = ({ kind, score }: Remembered): string => (score === undefined ? kind : score.toFixed(2))

function reasonOf({ kind, id, why, sourceMemoryId }: Remembered): string {
  if (kind === 'fact')
    return `core fact, always told${sourceMemoryId === undefined ? '' : `; from memory ${shortId(sourceMemoryId)}`}`
  const what = kind === 'turn' ? `message ${id}` : `memory ${shortId(id)}`
  return why === undefined ? what : `${what}, ${describeReason(why)}`
}

const shortId = (id: string): string => printableLine(id.slice(0, 8))

function describeReason({
  way,
  similarity,
  lexical = 0,
  cosine = 0,
  factors,
}: NonNullable<Remembered['why']>) {
  const product = Object.entries(factors)
    .filter(([, factor]) => factor.toFixed(2) !== '1.00')
    .map(([name, factor]) => `${name} ${factor.toFixed(2)}`)
  if (way === 'strength') return `one of the strongest: ${product.join(' × ') || 'all neutral'}`
  const by = way === 'question' ? 'the question' : 'the messages before, counted half'
  const score = [`similarity ${(similarity ?? 0).toFixed(2)}`, ...product].join(' × ')
  return `by ${by}: ${score} (words ${lexical.toFixed(2)}, vectors ${cosine.toFixed(2)})`
}

/** Each passage with its document and its pages. */
export function renderPassages({ width }: Terminal, { passages, knowledge }: TurnTrace): string[] {
  const count = knowledge.documents.length
  if (count === 0) return ['(the character has no documents)']
  if (passages.length === 0)
    return wrapText(`(nothing of ${plural(count, 'document')} fits what was said)`, width)
  return [
    ...passages.flatMap(({ document, firstPage, lastPage, tokens }) => {
      const pages = firstPage === lastPage ? `page ${firstPage}` : `pages ${firstPage}-${lastPage}`
      return wrapText(`${printableLine(document)}, ${pages} (${plural(tokens, 'token')})`, width, true)
    }),
    ...(knowledge.isComplete ? wrapText('the whole text: the documents are short', width) : []),
  ]
}
