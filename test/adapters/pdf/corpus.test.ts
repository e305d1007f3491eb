import { expect, test } from 'vitest'
import { readPages } from '../../../src/adapters/pdf/read-pages.js'
import { documentFixture, referenceText } from '../../support/pdf/fixture.js'
import { SAMPLES } from '../../support/pdf/samples.js'
import { orderRecall, wordRecall, wordsOf } from '../../support/pdf/text-similarity.js'

const names = Object.keys(SAMPLES)

async function textOf(name: string): Promise<string> {
  const pages = await readPages({ bytes: documentFixture(name), pages: 500, characters: 2_000_000 })
  return pages.join('\n\n')
}

test('the corpus has at least 30 documents', () => {
  expect(names.length).toBeGreaterThanOrEqual(30)
})

test.each(names)(
  '%s has the words that pdftotext reads, 98 of 100 at least, and hardly others',
  async (name) => {
    const [ours, reference] = [wordsOf(await textOf(name)), wordsOf(referenceText(name))]
    expect(reference.length).toBeGreaterThan(5)
    expect({ missing: missing(ours, reference), recall: wordRecall(ours, reference) }).toMatchObject({
      recall: expect.toSatisfy((share: number) => share >= 0.98),
    })
    expect({ extra: missing(reference, ours), precision: wordRecall(reference, ours) }).toMatchObject({
      precision: expect.toSatisfy((share: number) => share >= 0.98),
    })
  },
)

test.each(names)('%s is read in the order in which people read it', async (name) => {
  const text = await textOf(name)
  const order = SAMPLES[name]?.order ?? []
  expect(order.length).toBeGreaterThan(1)
  expect({ text, share: orderRecall(text, order) }).toMatchObject({ share: 1 })
})

/** The words of `reference` that `text` lacks, for the message of a failure. */
function missing(text: readonly string[], reference: readonly string[]): string[] {
  const left = [...text]
  return reference.filter((word) => {
    const at = left.indexOf(word)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}
