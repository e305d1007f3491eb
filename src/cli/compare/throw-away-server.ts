import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '../../client/node-client.js'
import { issueIdToken } from '../../contract/accounts.js'
import type { RunningServer } from '../../runtime/create-server.js'
import { usageError } from '../errors/command-error.js'
import { llmConfig } from './llm-config.js'

export type ThrowAwayServer = {
  readonly client: Client
  /** Acts as the first account, which may read the traces of turns. */
  readonly staff: Client
  stop(): Promise<void>
}

type ServerChoice = {
  /** The language model, as `llmConfig` reads it. */
  readonly llm: string
  readonly version: string
  readonly timeoutMs: number
}

/**
 * Starts a server in this process that answers with another language model. Nothing of it outlives this process: records
 * are in RAM, files in a private temporary folder. Throws a usage error if there is no such model.
 */
export async function startThrowAwayServer({
  llm,
  version,
  timeoutMs,
}: ServerChoice): Promise<ThrowAwayServer> {
  const server = await startConfigured(llmConfig(llm), llm)
  try {
    const access = { ...server.ready, version, timeoutMs }
    const { idToken } = await createClient(access).call(issueIdToken, {
      body: { email: server.ready.account.email },
    })
    return {
      client: createClient(access),
      staff: createClient({ ...access, idToken }),
      stop: server.stop,
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** The configuration is a file for the time of the start only; keys stay in the environment. */
async function startConfigured(config: object, llm: string): Promise<RunningServer> {
  // Loaded here, because all other chats do without the server.
  const { createServer } = await import('../../runtime/create-server.js')
  const folder = await mkdtemp(join(tmpdir(), 'parley-compare-'))
  const configFile = join(folder, 'config.json')
  try {
    await writeFile(configFile, JSON.stringify(config), { mode: 0o600 })
    // At the pace of `serve`, so that the stub is no faster on this side.
    return await createServer({ configFile, pace: 'natural', limits: 'off', logLevel: 'silent' })
  } catch (error) {
    if (!(error instanceof Error && error.name === 'StartError')) throw error
    throw usageError(error.message.replaceAll(configFile, `--against-llm ${llm}`))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
