import { create, insert, search } from '@orama/orama'

type Text = { readonly id: string; readonly text: string }

/** Orama as it comes: one text field, and nothing set. Finds the ids of texts, the best first. */
export function createStockOrama(
  texts: readonly Text[],
): (query: string, limit: number) => Promise<string[]> {
  const db = create({ schema: { text: 'string' } as const })
  for (const text of texts) void insert(db, text)
  return async (query, limit) => (await search(db, { term: query, limit })).hits.map(({ id }) => id)
}
