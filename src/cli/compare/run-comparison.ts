import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { Client } from '../../client/create-client.js'
import { getStaffHealth } from '../../contract/staff.js'
import { readFieldsFile } from '../characters/compared-character.js'
import type { ChatInterruptHandler } from '../chat/chat-interrupt-handler.js'
import type { AttachedImage } from '../chat/turn.js'
import type { Figure } from '../chat/turn-figures.js'
import { EXIT, usageError } from '../errors/command-error.js'
import { exitProcess } from '../exit-on-signals.js'
import type { Output } from '../output/output.js'
import { writeOutputFile } from '../output/output-file.js'
import { printableLine } from '../output/printable.js'
import { type Column, renderTable, wrapText } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { createCleanup } from './cleanup.js'
import type { ComparisonFlags } from './comparison-flags.js'
import { renderReport, type SideSummary, summarize } from './comparison-report.js'
import type { SideName, Sides } from './comparison-side.js'
import { createComparisonView, formatMs } from './comparison-view.js'
import { openComparison } from './open-comparison.js'
import { MIN_COLUMNS } from './reply-columns.js'
import {
  type ComparedTurn,
  type ComparisonTalk,
  compareLines,
  turnsFailedError,
} from './scripted-comparison.js'
import { readTalkScript, type TalkScript } from './talk-script.js'
import { checkModel } from './throw-away-server.js'

export type ComparisonCommand = {
  readonly character: string
  readonly flags: ComparisonFlags & {
    readonly timeout: number
    readonly rate: number
    readonly 'text-only': boolean
    readonly term?: string | undefined
  }
  /** What is said without a script; null: a person types. Opened only when there is no script. */
  readonly openLines: () => AsyncIterable<string> | Iterable<string> | null
  readonly image: AttachedImage | undefined
  /** Those of `--show`. */
  readonly figures: readonly Figure[]
  readonly output: Output
  readonly version: string
  readonly openClient: () => Promise<Client>
  readonly openStaffClient: () => Promise<Client>
  readonly interruption: ChatInterruptHandler
  readonly leave: () => void
  /** Sets what ends the process from now on. */
  readonly setExit: (exit: (code?: number) => void) => void
}

/** Talks to a character and to a copy of it at once, and removes everything that it made, however it ends. */
export async function runComparison(command: ComparisonCommand): Promise<void> {
  const { flags, output, openLines } = command
  const { against, script: scriptFile } = flags
  const variant = against === undefined ? null : { file: against, config: await readFieldsFile(against) }
  // A wrong text fails before anything is made.
  const llm = flags['against-llm']
  const ownModel = llm === undefined ? undefined : await findOwnModel(command, llm)
  if (llm !== undefined && ownModel === undefined) await checkModel(llm)
  const script = scriptFile === undefined ? null : await readTalkScript(scriptFile)
  const report = script === null ? null : await reportFile(flags, scriptFile ?? '')
  const lines = script === null ? openLines() : script.messages

  const cleanup = createCleanup(output.warn)
  const ending = endProcessAfter(cleanup.run, command)
  try {
    const client = await command.openClient()
    const sessionFlags = flags
    const deps = { client, output, cleanup, sessionFlags, signal: ending.signal, version: command.version }
    const sides = await openComparison(
      { ...deps, openStaffClient: command.openStaffClient, isAttended: lines === null },
      { character: command.character, variant, llm, ownModel },
    )
    const canMoveCursor = flags.term !== 'dumb'
    const view = createComparisonView({
      stdout: process.stdout,
      canMoveCursor,
      colour: output.terminal.colour,
    })
    announce(output, sides)
    if (!output.isJson) view.showTitles(sides)
    const { figures, interruption } = command
    const talk = { sides, view, output, interruption, figures, signal: ending.signal }
    const said = { script, report, image: command.image, llm: ownModel === undefined ? llm : undefined }
    if (lines !== null) return await compareAll(talk, { ...said, lines })
    const { runInteractiveComparison } = await import('./interactive-comparison.js')
    const turns = await runInteractiveComparison({
      ...talk,
      canMoveCursor,
      image: command.image,
      leave: command.leave,
    })
    if (turns.length > 0) printSummary(output, turns, null)
  } finally {
    await cleanup.run()
    await ending.untilExit()
  }
}

/** A provider of the server's own configuration, with its model; undefined: the text names another one, or an address. */
async function findOwnModel({ openStaffClient }: Pick<ComparisonCommand, 'openStaffClient'>, llm: string) {
  const [provider = '', ...model] = llm.split(':')
  if (provider === 'stub' || llm.includes('://')) return undefined
  const health = await openStaffClient()
    .then((staff) => staff.call(getStaffHealth, {}))
    .catch(() => undefined)
  const isOwn = health?.dependencies.models.providers.some(({ name }) => name === provider) === true
  return isOwn ? { provider, model: model.join(':') || 'default' } : undefined
}

/** Makes signals and a closed pipe end the process after the cleanup; the second signal ends it at once. */
function endProcessAfter(cleanUp: () => Promise<void>, { setExit }: Pick<ComparisonCommand, 'setExit'>) {
  const aborter = new AbortController()
  const exit = (code?: number) => {
    // Each write to a closed pipe fails, which is no reason to hurry.
    if (aborter.signal.aborted && code === undefined) return
    if (aborter.signal.aborted) exitProcess(code)
    aborter.abort()
    void cleanUp().finally(() => exitProcess(code))
  }
  setExit(exit)
  process.once('SIGHUP', () => exit(EXIT.hungUp))
  return {
    signal: aborter.signal,
    /** Never resolves once the process is ending: what failed because of that is not worth a report. */
    untilExit: () => (aborter.signal.aborted ? new Promise<never>(() => undefined) : Promise.resolve()),
  }
}

/** The file of the report, checked before anything is said. */
async function reportFile({ html }: ComparisonFlags, script: string): Promise<string> {
  const file = html ?? `${basename(script).replace(/\.(?:ya?ml|json)$/i, '')}-comparison.html`
  const isFolder = await stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (isFolder) throw usageError(`Cannot write ${file}: it is a folder`)
  await access(dirname(file), constants.W_OK).catch(() => {
    throw usageError(`Cannot write ${file}: its folder does not exist or cannot be written to`)
  })
  return file
}

function announce({ event, note, terminal }: Output, [a, b]: Sides): void {
  const side = ({ title, character }: Sides[0]) => ({ title, characterId: character.id })
  event({ event: 'comparison', a: side(a), b: side(b) }, () => '')
  const text = `Comparing ${a.title} (a) with ${b.title} (b), as a new player. The player and the copy are deleted at the end.`
  note(wrapText(text, terminal.width - 1).join('\n'))
}

type Talk = {
  readonly lines: AsyncIterable<string> | Iterable<string>
  readonly script: TalkScript | null
  /** The file of the report; null: none. */
  readonly report: string | null
  readonly image: AttachedImage | undefined
  readonly llm: string | undefined
}

async function compareAll(talk: ComparisonTalk, { lines, script, report, image, llm }: Talk): Promise<void> {
  const { sides, output } = talk
  const startedAt = new Date().toISOString()
  const turns: ComparedTurn[] = []
  for await (const turn of compareLines(talk, lines, image)) turns.push(turn)
  if (report !== null && script !== null) {
    const isComplete = turns.length === script.messages.length
    const title = script.title ?? report
    await writeOutputFile(report, await renderReport({ sides, turns, script: title, startedAt, isComplete }))
  }
  printSummary(output, turns, report)
  const failure = turnsFailedError(turns, llm)
  if (failure !== undefined) throw failure
}

function printSummary(
  { event, terminal }: Output,
  turns: readonly ComparedTurn[],
  report: string | null,
): void {
  const [a, b] = [summarize(turns.map(([one]) => one)), summarize(turns.map(([, one]) => one))]
  event({ event: 'summary', a, b, report }, () => {
    const written = report === null ? [] : [`Wrote ${printableLine(report)}`]
    // One message has its figures below it.
    if (turns.length < 2) return written.join('')
    return ['', renderSummary(terminal, [rowOf('a', a), rowOf('b', b)]), ...written].join('\n')
  })
}

/** A table where there is room, else a paragraph for each side. */
function renderSummary(terminal: Terminal, rows: readonly SummaryRow[]): string {
  if (terminal.width >= MIN_COLUMNS) return renderTable(terminal, SUMMARY_COLUMNS, rows)
  const [{ title: sideTitle = '' } = {}, ...columns] = SUMMARY_COLUMNS
  return rows
    .flatMap((row) => [
      `${sideTitle} ${row.side}`,
      ...columns.map(({ title, value }) => `  ${title.toLowerCase()}: ${printableLine(value(row))}`),
    ])
    .join('\n')
}

type SummaryRow = SideSummary & { readonly side: SideName }
const rowOf = (side: SideName, summary: SideSummary): SummaryRow => ({ side, ...summary })
const msOrNone = (ms: number | null): string => (ms === null ? '-' : formatMs(ms))

const SUMMARY_COLUMNS: readonly Column<SummaryRow>[] = [
  { title: 'SIDE', value: ({ side }) => side },
  { title: 'REPLIES', value: ({ replies }) => String(replies) },
  { title: 'FAILED', value: ({ failed }) => String(failed) },
  { title: 'FIRST TEXT', value: ({ firstTextMs }) => msOrNone(firstTextMs) },
  { title: 'ALL', value: ({ totalMs }) => msOrNone(totalMs) },
  { title: 'TOKENS', value: ({ tokens }) => (tokens === null ? '-' : `${tokens.request} + ${tokens.reply}`) },
  { title: 'MODEL', value: ({ model }) => model ?? '-', width: 'rest' },
]
