/**
 * Serialises a JSON value so that equal values give equal texts, whatever the order of their keys, and different values
 * different texts. Not recursive, because clients may nest values deeper than the call stack.
 */
export function canonicalJson(value: unknown): string {
  let text = ''
  const open: Container[] = [openContainer([value])]
  for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
    const next = inner.rest.pop()
    if (next === undefined) {
      text += inner.end
      open.pop()
      continue
    }
    if (next.name !== undefined) text += `${JSON.stringify(next.name)}:`
    if (isContainer(next.value)) {
      const container = openContainer(next.value)
      text += container.begin
      open.push(container)
    } else text += `${JSON.stringify(next.value) ?? 'null'},`
  }
  return text
}

type JsonEntry = { readonly name?: string; readonly value: unknown }
/** An open object or array; `rest` holds its unwritten entries, the next one last. */
type Container = { readonly begin: string; readonly end: string; readonly rest: JsonEntry[] }

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

function openContainer(container: object): Container {
  if (Array.isArray(container)) {
    return { begin: '[', end: '],', rest: container.map((value) => ({ value })).reverse() }
  }
  const fields = Object.entries(container).filter(([, value]) => value !== undefined)
  const rest = fields.map(([name, value]) => ({ name, value })).sort((a, b) => (a.name < b.name ? 1 : -1))
  return { begin: '{', end: '},', rest }
}
