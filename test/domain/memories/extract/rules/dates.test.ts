import { casual } from 'chrono-node/en'
import { expect, test, vi } from 'vitest'
import { loadDateParser, warmUpDateParser } from '../../../../../src/domain/memories/extract/rules/dates.js'

test('each pattern for dates is made ready on its own, with a pause before it', async () => {
  const patterns = casual.parsers.map((parser) => vi.spyOn(parser, 'pattern'))
  const ready = () => patterns.filter(({ mock }) => mock.calls.length > 0).length
  const atPauses: number[] = []
  await warmUpDateParser(async () => void atPauses.push(ready()))
  expect(atPauses).toEqual(casual.parsers.map((_, at) => at))
  expect(ready()).toBe(casual.parsers.length)
  vi.restoreAllMocks()
})

test('a warm reader reads as any other', async () => {
  await warmUpDateParser(async () => undefined)
  const read = await loadDateParser()
  expect(read('I moved to Lyon last Tuesday.', '2030-01-03T12:00:00Z', 'past')?.date).toBe('2030-01-01')
  expect(read('Two days ago my parrot escaped.', '2030-01-03T12:00:00Z', 'past')?.date).toBe('2030-01-01')
})
