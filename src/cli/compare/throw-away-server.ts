import { type Client, createClient } from '../../client/node-client.js'
import { issueIdToken } from '../../contract/accounts.js'
import type { StartError } from '../../runtime/create-server.js'
import { usageError } from '../errors/command-error.js'
import { inspectConfiguration } from '../providers/local-settings.js'

export type ThrowAwayServer = {
  readonly client: Client
  /** Acts as the first account, which may read the traces of turns. */
  readonly staff: Client
  stop(): Promise<void>
}

type ServerChoice = {
  /** The language model, in the words of `serve --llm`. */
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
  // Loaded here, because all other chats do without the server.
  const { createServer } = await import('../../runtime/create-server.js')
  const server = await createServer({
    ...modelOptions(llm),
    // At the pace of `serve`, so that the stub is no faster on this side.
    pace: 'natural',
    limits: 'off',
    logLevel: 'silent',
    // The provider may charge for each request, and what is remembered here is soon deleted.
    extraction: 'rules',
  }).catch(rejectWithUsage)
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

/** Throws a usage error for a text that names no language model. */
export async function checkModel(llm: string): Promise<void> {
  await inspectConfiguration(modelOptions(llm)).catch(rejectWithUsage)
}

const modelOptions = (llm: string) => ({ llm, origins: { llm: '--against-llm' } })

function rejectWithUsage(error: unknown): never {
  if (!isStartError(error)) throw error
  throw usageError(error.message, error.hint)
}

/** By its name, because the class would load the server. */
const isStartError = (error: unknown): error is StartError =>
  error instanceof Error && error.name === 'StartError'
