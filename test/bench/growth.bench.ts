import { createServer } from '../../src/runtime/create-server.js'
import { GREATEST_GROWTH, growthRatio, measureGrowth } from '../support/measure/time-complexity.js'
import {
  currentOperations,
  eventDrivers,
  headerDrivers,
  requestDrivers,
  type Send,
} from '../support/measure/time-complexity-fields.js'
import { functionDrivers } from '../support/measure/time-complexity-functions.js'
import type { Bench } from './bench.js'

/** How processor time grows with each text of the contract, and with what those texts come to: n characters against 2n. */
export const bench: Bench = async (size) => {
  const server = await createServer()
  const send: Send = async ({ method, url, headers, payload }) => {
    const init = { method, headers, ...(payload !== undefined && { body: payload }) }
    // What the client itself refuses to send, or the server to go on reading, is over as well.
    const answer = await fetch(server.ready.baseUrl + url, init).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
  }
  const headers = { 'x-api-key': server.ready.apiKey }
  const fields = [
    ...currentOperations.flatMap((operation) => requestDrivers(operation, { send, headers, id: 'x' })),
    ...headerDrivers(send, headers),
  ]
  const drivers = [...(await functionDrivers()), ...eventDrivers(), ...(size === 'full' ? fields : [])]

  const growths = []
  for (const driver of drivers) growths.push(await measureGrowth(driver))
  await server.stop()
  return growths.map((growth) => ({
    name: `growth: ${growth.name}`,
    ratio: growthRatio(growth),
    budget: { atMost: GREATEST_GROWTH },
    detail:
      growth.whole === 0
        ? ''
        : `${millisecondsOf(growth.half)} for ${Math.floor(growth.characters / 2)} characters, ${millisecondsOf(growth.whole)} for ${growth.characters}, of ${growth.attack}`,
  }))
}

const millisecondsOf = (time: number): string =>
  Number.isFinite(time) ? `${time.toFixed(1)} ms` : 'not measured'
