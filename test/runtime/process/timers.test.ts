import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTimers } from '../../../src/runtime/process/timers.js'

const timers = createTimers()

test('after a hold-up, what waits to be read is read before what waits for input', async () => {
  const { near, far } = await givenSockets()
  const order: string[] = []
  near.on('data', () => order.push('read'))
  const due = new Promise<void>((resolve) => {
    timers.after(5, () => {
      timers.afterInput(5, () => {
        order.push('due')
        resolve()
      })
    })
  })
  // What the last timer leaves to be done takes so long that the one for input falls due: timers run until none is.
  timers.after(5, () =>
    queueMicrotask(() => {
      holdUp(20)
      timers.after(0, () => undefined)
    }),
  )
  far.write('sound')
  holdUp(20)
  await due
  expect(order).toEqual(['read', 'due'])
})

test('what was taken back does not happen', async () => {
  const happened: string[] = []
  timers.afterInput(0, () => happened.push('taken back'))()
  const takeBackLate = timers.afterInput(0, () => happened.push('taken back behind its timer'))
  timers.after(1, () => takeBackLate())
  holdUp(5)
  await timers.sleep(10)
  expect(happened).toEqual([])
})

async function givenSockets(): Promise<{ near: Socket; far: Socket }> {
  const server = createServer()
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const far = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [near] = (await once(server, 'connection')) as [Socket]
  onTestFinished(() => {
    far.destroy()
    near.destroy()
  })
  return { near, far }
}

function holdUp(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}
