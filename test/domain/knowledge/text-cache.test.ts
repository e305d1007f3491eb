import { expect, test } from 'vitest'
import { decodePassages, encodePassages } from '../../../src/domain/knowledge/passage-file.js'
import { withoutOverlap } from '../../../src/domain/knowledge/split-passages.js'
import { createTextCache } from '../../../src/domain/knowledge/text-cache.js'
import { passage } from '../../support/knowledge/given-knowledge.js'

test.each([
  ['One. Two.', 'Two. Three.', 'Three.'],
  ['One. Two.', 'Three. Four.', 'Three. Four.'],
  ['One. Two.', 'Two.', ''],
  ['', 'One.', 'One.'],
  ['A b', 'c d', 'c d'],
  ['潮が満ちる。船が出る。', '船が出る。港は静か。', '港は静か。'],
])('after "%s" the text "%s" adds "%s"', (before, text, added) => {
  expect(withoutOverlap(before, text)).toBe(added)
})

test('passages are read as they were written, wherever the bytes are cut', async () => {
  const passages = [passage('Grüße aus 港.\nLine two', 1), passage('x'.repeat(70_000), 2), passage('', 3)]
  const bytes: number[] = []
  for await (const chunk of encodePassages(passages)) bytes.push(...chunk)
  for (const size of [1, 7, 1000, bytes.length]) {
    const read = []
    for await (const each of decodePassages(inChunks(bytes, size))) read.push(each)
    expect(read).toEqual(passages)
  }
})

async function* inChunks(bytes: readonly number[], size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield Uint8Array.from(bytes.slice(at, at + size))
}

test('the texts that were used last stay, as many as the budget holds', async () => {
  const opened: string[] = []
  const texts = createTextCache({
    budgetBytes: 2 * (2 * 1000 + 100),
    files: {
      open: async (file) => {
        opened.push(file)
        return encodePassages([passage('x'.repeat(1000))])
      },
    },
  })
  for (const file of ['a', 'b', 'a', 'c', 'a', 'b']) await texts.fullText(file)
  expect(opened).toEqual(['a', 'b', 'c', 'b'])
  texts.clear()
  await texts.fullText('a')
  expect(opened).toHaveLength(5)
})

test('a text that could not be read is read again', async () => {
  let isBroken = true
  const texts = createTextCache({
    files: {
      open: async () => {
        if (isBroken) throw new Error('the disk is on fire')
        return encodePassages([passage('Hello.')])
      },
    },
  })
  await expect(texts.fullText('a')).rejects.toThrow('on fire')
  isBroken = false
  expect(await texts.fullText('a')).toEqual([passage('Hello.')])
})

test('passages are kept as they are, with what they repeat of each other', async () => {
  const passages = [passage('One. Two.'), passage('Two. Three.', 2)]
  const texts = createTextCache({ files: { open: async () => encodePassages(passages) } })
  expect(await texts.passages('a')).toEqual(passages)
  expect((await texts.fullText('a'))?.map(({ text }) => text)).toEqual(['One. Two.', 'Three.'])
})
