import { readdirSync, readFileSync } from 'node:fs'
import type { IndexedDocument } from '../../../src/domain/retrieval/ports.js'

const folder = new URL('../../../fixtures/knowledge/', import.meta.url)

export type KnowledgeQuestion = {
  readonly document: string
  /** Where the answer stands; one of them is enough. */
  readonly pages: readonly number[]
  readonly question: string
}

export type KnowledgePassage = IndexedDocument & { readonly document: string; readonly page: number }

export const knowledgeQuestions = (): KnowledgeQuestion[] =>
  JSON.parse(readFileSync(new URL('questions.json', folder), 'utf8')) as KnowledgeQuestion[]

/** Every paragraph of the corpus, with the page on which it stands. */
export function knowledgePassages(): KnowledgePassage[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .flatMap((file) => {
      const name = file.replace(/\.txt$/, '')
      const pages = readFileSync(new URL(file, folder), 'utf8')
        .split(/^=== page \d+\n/m)
        .slice(1)
      const paragraphs = pages.flatMap((text, at) =>
        text
          .trim()
          .split(/\n\n+/)
          .map((paragraph) => ({ paragraph, page: at + 1 })),
      )
      return paragraphs.map(({ paragraph, page }, at) => ({
        id: `${name}:${at}`,
        document: name,
        text: paragraph,
        page,
      }))
    })
}
