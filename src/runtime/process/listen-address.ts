import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartError } from './start-error.js'

/** Refuses an address that cannot be listened on, before anything is changed on disk. */
export async function checkListenAddress({ host, port }: { host: string; port: number }): Promise<void> {
  const probe = createServer()
  probe.listen({ host, port, exclusive: true })
  try {
    await once(probe, 'listening')
  } catch (error) {
    throw listenError({ host, port }, error)
  }
  probe.close()
  await once(probe, 'close')
}

export function listenError({ host, port }: { host: string; port: number }, error: unknown): StartError {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is already in use.`,
      'Stop what uses it, or choose another with --port (0 takes any free one).',
      { cause: error },
    )
  }
  return new StartError(
    `Cannot listen on ${host}:${port} (${code ?? 'unknown error'}).`,
    'Check --host and --port.',
    {
      cause: error,
    },
  )
}
