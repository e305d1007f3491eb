const PREFIX = '#choose='

/** The address of a node on this page. */
export const addressOf = (id: string): string => `${PREFIX}${encodeURIComponent(id)}`

function chosenInAddress(): string | null {
  if (!location.hash.startsWith(PREFIX)) return null
  try {
    return decodeURIComponent(location.hash.slice(PREFIX.length))
  } catch {
    return null
  }
}

/**
 * Keeps what is chosen in the address of the page: it can be sent to somebody, and the browser's Back undoes a choice.
 * `show` is called for every choice, whoever made it.
 */
export function createSelection(show: (id: string | null) => void) {
  const choose = (id: string | null) => {
    if (id !== chosenInAddress()) history.pushState(null, '', id === null ? '#' : addressOf(id))
    show(id)
  }
  for (const event of ['popstate', 'hashchange'] as const) {
    addEventListener(event, () => show(chosenInAddress()))
  }
  return {
    choose,
    /** Shows what the address names, if it names something. */
    begin: () => {
      const id = chosenInAddress()
      if (id !== null) show(id)
    },
  }
}
