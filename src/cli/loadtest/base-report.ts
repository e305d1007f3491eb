import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { BaselineResult } from './baseline-result.js'

/** Of the pages in one folder so many are looked into, none of them larger. */
const MOST_PAGES = 50
const PAGE_BYTES = 16 * 2 ** 20
const DATA_BEGIN = '<script type="application/json" id="data">'

type BaseFiles = { readonly name: string; readonly report?: string }
type Paths = {
  /** Its result, which `--compare` named. */
  readonly compare: string
  /** The page that leads there. */
  readonly html: string
}

/** The file of the base, and the report of the same run that lies beside it, as an address from the page. */
export async function findBaseFiles(base: BaselineResult, { compare, html }: Paths): Promise<BaseFiles> {
  const name = basename(compare)
  for (const path of await pagesBeside(compare)) {
    // That one is about to be written.
    if (resolve(path) === resolve(html) || !(await isReportOf(path, base))) continue
    const way = relative(dirname(resolve(html)), resolve(path))
    // On another drive.
    if (isAbsolute(way)) break
    return { name, report: `./${way.split(sep).map(encodeURIComponent).join('/')}` }
  }
  return { name }
}

/** The one of the same name first. */
async function pagesBeside(compare: string): Promise<string[]> {
  const names = await readdir(dirname(compare)).catch((): string[] => [])
  const same = `${basename(compare, extname(compare))}.html`
  const pages = names.filter((name) => extname(name) === '.html').sort()
  const inOrder = [...pages.filter((name) => name === same), ...pages.filter((name) => name !== same)]
  return inOrder.slice(0, MOST_PAGES).map((name) => join(dirname(compare), name))
}

/** Whether a page is the report of this very run; others say of it only that they were compared with it. */
async function isReportOf(path: string, { startedAt, scenarioHash }: BaselineResult): Promise<boolean> {
  if (startedAt === undefined) return false
  try {
    const found = await stat(path)
    if (!found.isFile() || found.size > PAGE_BYTES) return false
    const page = await readFile(path, 'utf8')
    const begin = page.indexOf(DATA_BEGIN)
    const end = page.indexOf('</script>', begin)
    if (begin < 0 || end < 0) return false
    const data: unknown = JSON.parse(page.slice(begin + DATA_BEGIN.length, end))
    const own = (data ?? {}) as { readonly startedAt?: unknown; readonly scenarioHash?: unknown }
    return own.startedAt === startedAt && own.scenarioHash === scenarioHash
  } catch {
    // Whatever lies there is not ours.
    return false
  }
}
