import { readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { ConversationTurn } from '../../domain/memories/extract/candidate-extractor.js'
import { loadDateParser, warmUpDateParser } from '../../domain/memories/extract/rules/dates.js'
import { extractByRules } from '../../domain/memories/extract/rules/extract-by-rules.js'
import { THREAD_ID, TURNS_BEGUN, type WorkerRequest, type WorkerResponse } from './worker-messages.js'

/** Reads turns by rules in a thread of its own, one reading after the other. */
async function serve(port: MessagePort, progress: Int32Array): Promise<void> {
  const send = (message: WorkerResponse) => port.postMessage(message)
  let receiveBlocks: (blocks: readonly string[]) => void = () => undefined
  const promptBlocksOf = (turn: ConversationTurn) =>
    new Promise<readonly string[]>((resolve) => {
      receiveBlocks = resolve
      send({ kind: 'promptBlocksOf', turn })
    })
  const onTurn = (index: number) => void Atomics.store(progress, TURNS_BEGUN, index + 1)

  port.on('message', async (message: WorkerRequest) => {
    if (message.kind === 'promptBlocks') return receiveBlocks(message.blocks)
    const { turns, context, hasPromptBlocks } = message
    try {
      const asking = hasPromptBlocks ? { promptBlocksOf } : {}
      send({ kind: 'done', candidates: await extractByRules(turns, { ...context, ...asking, onTurn }) })
    } catch (error) {
      send({ kind: 'failed', error })
    }
  })
  Atomics.store(progress, THREAD_ID, systemThreadId())
  await loadDateParser()
  send({ kind: 'ready' })
  // Whoever waits for a reading comes first; without one the next is spared the work.
  await warmUpDateParser(() => setImmediate())
}

/** Linux tells a thread its own id in the name of a link: `1234/task/1240`. */
function systemThreadId(): number {
  try {
    return Number(basename(readlinkSync('/proc/thread-self'))) || 0
  } catch {
    return 0
  }
}

const { progress } = workerData as { readonly progress: SharedArrayBuffer }
if (parentPort !== null) await serve(parentPort, new Int32Array(progress))
