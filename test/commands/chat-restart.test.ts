import { execa } from 'execa'
import { expect, test } from 'vitest'
import { bin, cleanEnv, jsonLines, scratchFolder } from '../support/commands/cli.js'
import { fakeRealtime, welcome } from '../support/providers/fake-service.js'

const ID = '11111111-1111-4111-8111-111111111111'

test('piped lines go on after a reconnection, and --json tells of it in a line each', async () => {
  const { baseUrl, sockets } = await fakeRealtime(
    (socket) => {
      welcome(socket)
      socket.on('text', ({ text }) =>
        socket.emit('bot_response', { message_id: text, text: `You said ${text}`, is_final: true }),
      )
    },
    () => ({ body: { id: ID, name: 'Mira' } }),
  )
  const args = [bin, 'chat', ID, '--json', '--base-url', baseUrl]
  const running = execa(process.execPath, args, { cwd: scratchFolder(), env: cleanEnv(), extendEnv: false })
  running.stdin?.write('one\n')
  let out = ''
  for await (const chunk of running.stdout ?? []) {
    out += String(chunk)
    const events = jsonLines(out.slice(0, out.lastIndexOf('\n') + 1)) as { event: string; reply?: string }[]
    const last = events.at(-1)
    if (last?.reply === 'You said one') sockets[0]?.conn.close()
    if (last?.event === 'connection') running.stdin?.end('two\n')
  }
  expect((await running).exitCode).toBe(0)
  expect(jsonLines(out)).toMatchObject([
    { event: 'session' },
    { event: 'turn', reply: 'You said one' },
    { event: 'connection', state: 'reconnecting' },
    { event: 'connection', state: 'connected' },
    { event: 'turn', reply: 'You said two' },
  ])
  expect(sockets).toHaveLength(2)
})
