const MAX_CHARACTERS = 64

/** A name without the characters that no name of a scenario or a step can have. */
export const cleanLabel = (name: string): string =>
  name
    .slice(0, 4 * MAX_CHARACTERS)
    .replace(/[{}:,"<>=\p{Cc}]/gu, ' ')
    .trim()
    .slice(0, MAX_CHARACTERS)
    .trim()

/** Names of scenarios that are all different; those without one are numbered. */
export function uniqueLabels(names: readonly unknown[]): string[] {
  const taken = new Set<string>()
  return names.map((name, index) => {
    const wanted = (typeof name === 'string' ? cleanLabel(name) : '') || `scenario ${index + 1}`
    const label = taken.has(wanted) ? `${wanted.slice(0, MAX_CHARACTERS - 6)} ${index + 1}` : wanted
    taken.add(label)
    return label
  })
}
