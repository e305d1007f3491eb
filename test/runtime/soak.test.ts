import { expect, test } from 'vitest'
import { growth, openHandles, type Sample, sampleTable } from '../bench/soak-samples.js'

const MIB = 2 ** 20

/** Samples of a server that holds the same all the time, but for what `grows` adds to the later ones. */
const samples = (grows: (at: number) => Partial<Sample> = () => ({})): Sample[] =>
  Array.from({ length: 30 }, (_, at) => ({
    seconds: at * 5,
    rssBytes: 200 * MIB,
    handles: 30,
    sockets: 10,
    journalBytes: MIB,
    ...grows(at),
  }))

test.each<[string, (at: number) => Partial<Sample>]>([
  ['rssBytes', (at) => ({ rssBytes: (200 + 6 * at) * MIB })],
  ['handles', (at) => ({ handles: 30 + 2 * at })],
  ['sockets', (at) => ({ sockets: 10 + 2 * at })],
  ['journalBytes', (at) => ({ journalBytes: 5 * at * MIB })],
])('a soak tells that %s has grown', (name, grows) => {
  expect(growth(samples(grows))).toEqual([expect.stringMatching(new RegExp(`^${name}: `))])
})

test('a soak takes a moment of much for no growth', () => {
  expect(growth(samples((at) => (at % 7 === 0 ? { rssBytes: 900 * MIB, sockets: 90 } : {})))).toEqual([])
})

test('the table of a long soak fits a terminal', () => {
  const lines = sampleTable(Array.from({ length: 10 }, () => samples()).flat()).split('\n')
  expect(lines.length).toBeLessThanOrEqual(22)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
})

test.runIf(process.platform === 'linux')('open sockets are counted among the open handles', async () => {
  const { handles, sockets } = await openHandles(process.pid)
  expect(handles).toBeGreaterThanOrEqual(Math.max(3, sockets))
})
