import { readFile, writeFile } from 'node:fs/promises'
import { expect } from 'vitest'

/**
 * Compares with the golden copy in `fixtures/`. After a wanted change, `UPDATE_GOLDEN=1 npm test` writes it anew:
 * read the difference before committing it.
 */
export async function expectGolden(name: string, text: string): Promise<void> {
  const file = new URL(`../../fixtures/${name}`, import.meta.url)
  if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(file, text)
  expect(text).toBe(await readFile(file, 'utf8'))
}
