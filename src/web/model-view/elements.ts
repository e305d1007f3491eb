/** Finds a part of the page (index.html) by its id; throws when it is missing or of another kind. */
export function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id)
  if (found instanceof type) return found
  throw new Error(`The page has no ${id}`)
}

export const button = (id: string): HTMLButtonElement => element(id, HTMLButtonElement)
