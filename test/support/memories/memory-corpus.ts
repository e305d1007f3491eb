import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'

/**
 * Conversations in the style of real chats, with questions and what should be remembered of them. In the files a turn is
 * `P@label: text` of the player or `C: text` of the character; the tables are
 *
 * - `questions`: category | labels of the turns that answer it | question
 * - `memories`: label | type | attribute | words of content and date | subject (default: the player); `-` for any
 * - `traps`: label | what makes it one. Nothing comes of such a turn but what `memories` lists.
 * - `retired`: label of the older memory | its attribute | label of the turn that retires it
 *
 * The held-out half is not looked at while rules are written.
 */
const FOLDER = new URL('../../../fixtures/memory/', import.meta.url)

export type CorpusTurn = {
  /** From 1, in the whole conversation. */
  readonly id: number
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly timestamp: string
  readonly label: string | undefined
}

export type CorpusQuestion = {
  readonly category: string
  readonly evidence: readonly string[]
  readonly question: string
}
export type ExpectedMemory = {
  readonly label: string
  readonly type: string
  readonly attribute: string
  readonly words: readonly string[]
  readonly subject: string
}
export type CorpusTrap = { readonly label: string; readonly kind: string }
export type Retirement = { readonly label: string; readonly attribute: string; readonly by: string }

export type CorpusConversation = {
  readonly name: string
  readonly half: 'development' | 'held-out'
  readonly player: string
  readonly character: string
  readonly sessions: readonly (readonly CorpusTurn[])[]
  readonly questions: readonly CorpusQuestion[]
  readonly memories: readonly ExpectedMemory[]
  readonly traps: readonly CorpusTrap[]
  readonly retired: readonly Retirement[]
}

type Written = Pick<CorpusConversation, 'half' | 'player' | 'character'> & {
  readonly sessions: readonly { readonly at: string; readonly turns: string }[]
} & Readonly<Record<'questions' | 'memories' | 'traps' | 'retired', readonly string[]>>

export const memoryCorpus = (folder = FOLDER): CorpusConversation[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => read(file.replace(/\.yaml$/, ''), readFileSync(new URL(file, folder), 'utf8')))

function read(name: string, text: string): CorpusConversation {
  const { half, player, character, ...written } = parse(text, { schema: 'core' }) as Written
  return {
    name,
    half,
    player,
    character,
    sessions: sessionsOf(written),
    questions: rows(written.questions).map(([category = '', labels = '', question = '']) => ({
      category,
      evidence: labels.split(','),
      question,
    })),
    memories: rows(written.memories).map(
      ([label = '', type = '', attribute = '', words = '', subject = 'player']) => ({
        label,
        type,
        attribute: attribute.replaceAll(' ', '_'),
        words: words.split(' '),
        subject,
      }),
    ),
    traps: rows(written.traps).map(([label = '', kind = '']) => ({ label, kind })),
    retired: rows(written.retired).map(([label = '', attribute = '', by = '']) => ({ label, attribute, by })),
  }
}

const rows = (lines: readonly string[]): string[][] =>
  lines.map((line) => line.split('|').map((cell) => cell.trim()))

/** How long after another a turn is said, in milliseconds. */
const PAUSE = 40_000

function sessionsOf({ sessions }: Pick<Written, 'sessions'>): CorpusTurn[][] {
  let id = 0
  return sessions.map(({ at, turns }) =>
    turns
      .trim()
      .split('\n')
      .map((line, n) => {
        const [, who, label, content] = /^([PC])(?:@([a-z0-9]+))?: (.+)$/.exec(line) ?? []
        if (content === undefined) throw new Error(`Not a turn: ${line}`)
        id += 1
        return {
          id,
          role: who === 'P' ? ('user' as const) : ('assistant' as const),
          content,
          timestamp: new Date(Date.parse(at) + n * PAUSE).toISOString(),
          label,
        }
      }),
  )
}
