import { appendFile } from 'node:fs/promises'
import { usageError } from '../errors/command-error.js'
import { describeAction } from './reply-view.js'
import type { ChatTurn } from './turn.js'

export type TranscriptWriter = (turn: ChatTurn) => Promise<void>

/** Appends each turn to a file: as JSON lines if its extension is `.jsonl` or `.ndjson`, else as text. */
export async function openTranscriptWriter(
  file: string | undefined,
  character: string,
): Promise<TranscriptWriter> {
  if (file === undefined) return async () => undefined
  const write = (text: string) => appendFile(file, text)
  await write('').catch(() => {
    throw usageError(`Cannot write the transcript ${file}`)
  })
  const isJson = /\.(jsonl|ndjson)$/i.test(file)
  return (turn) => write(isJson ? `${JSON.stringify(turn)}\n` : formatTurn(turn, character))
}

function formatTurn(
  { input, image, reply, actions, interrupted, error }: ChatTurn,
  character: string,
): string {
  const inputs = [input, ...(image === undefined ? [] : [`[image: ${image}]`])].filter((part) => part !== '')
  const lines = [
    // A scripted line has no input.
    ...(inputs.length === 0 ? [] : [`You: ${inputs.join(' ')}`]),
    ...(reply === '' && error !== null
      ? []
      : [`${character}: ${reply}${interrupted ? ' [interrupted]' : ''}`]),
    ...actions.map((action) => `  ${describeAction(action)}`),
    ...(error === null ? [] : [`[failed: ${error}]`]),
  ]
  return `${lines.join('\n')}\n`
}
