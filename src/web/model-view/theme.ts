import { button } from './elements.js'

/** The same as that of the share page. */
const STORED_NAME = 'parley theme'

/** A button that switches between light and dark, overriding the system's preference; the choice is kept. */
export function offerTheme(): void {
  const stored = readStored()
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset['theme'] = stored
  button('theme').addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark'
    document.documentElement.dataset['theme'] = theme
    store(theme)
    name()
  })
  name()
}

/** Its short form is for narrow windows. */
function name(): void {
  const word = isDark() ? 'Light' : 'Dark'
  const rest = Object.assign(document.createElement('span'), { className: 'rest', textContent: ' colours' })
  button('theme').replaceChildren(word, rest)
  button('theme').setAttribute('aria-label', `${word} colours`)
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
}

// Where storage is disabled the choice lasts as long as the page.
function readStored(): string | null {
  try {
    return localStorage.getItem(STORED_NAME)
  } catch {
    return null
  }
}

function store(theme: string): void {
  try {
    localStorage.setItem(STORED_NAME, theme)
  } catch {}
}
