import { readBuiltPage } from '../../runtime/process/package-root.js'

const PLACE = '<script type="application/json" id="data">{}</script>'

/** A built page that shows some data, with all that it needs in it (src/web/<name>). */
export async function renderHtmlPage(name: string, data: object): Promise<string> {
  const page = await readBuiltPage(name)
  // No text may end the element that holds it: in JSON, a < may be written so.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return page.replace(PLACE, () => PLACE.replace('{}', () => json))
}
