import { expect, test } from 'vitest'
import { extractByRules, maskQuotes } from '../../../../src/domain/memories/extract/rules/extract-by-rules.js'

const extract = (content: string) =>
  extractByRules([{ id: 1, role: 'user', content, timestamp: '2030-03-13T10:00:00.000Z' }], {
    conversationId: 'c1',
    characterName: 'Mara',
  })

/** Milliseconds of processor time. */
async function timeOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

// Short enough to come back from where they are exponential, long enough to be a hundred times too slow there.
test.each([
  ['a quotation with many apostrophes that is not closed', `He said 'well ${"l'eau d'un ".repeat(10)}`],
  ['a feeling with many intensifiers', `I feel ${'so much '.repeat(30)}nothing`],
  ['a relation with many adjectives', `My ${'oldest '.repeat(22)}thing is here, I think.`],
])('%s is read at once', async (_, message) => {
  await extract('Hello, I live in Lyon.')
  expect(await timeOf(() => extract(message))).toBeLessThan(200)
})

test('a quotation in single quotes is not what the player says, with apostrophes inside too', () => {
  expect(maskQuotes("She said 'I don't know, it's late' and left")).toBe(
    `She said ${'\u25AF'.repeat(25)} and left`,
  )
})
