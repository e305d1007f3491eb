import { useEffect, useState } from 'preact/hooks'
import { MoonIcon, SunIcon } from './icons.js'

type Theme = 'light' | 'dark'

const STORED_NAME = 'parley theme'
const DARK_QUERY = '(prefers-color-scheme: dark)'

/** Shows the page in the theme that the visitor chose here before; without one the machine's is shown. */
export function applyStoredTheme(): void {
  const theme = readStored()
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
}

/** Changes between light and dark, and remembers the choice. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(currentTheme)
  // The machine may change its theme, for example at night.
  useEffect(() => {
    const query = matchMedia(DARK_QUERY)
    const follow = () => setTheme(currentTheme())
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  const isDark = theme === 'dark'
  const change = () => {
    const next = isDark ? 'light' : 'dark'
    document.documentElement.dataset['theme'] = next
    store(next)
    setTheme(next)
  }
  return (
    <button
      type="button"
      class="icon-button"
      aria-label="Dark theme"
      title={isDark ? 'To the light theme' : 'To the dark theme'}
      aria-pressed={isDark}
      onClick={change}
    >
      {isDark ? <SunIcon /> : <MoonIcon />}
    </button>
  )
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia(DARK_QUERY).matches ? 'dark' : 'light'
}

// Where storage is disabled the choice lasts as long as the page.
function readStored(): string | null {
  try {
    return localStorage.getItem(STORED_NAME)
  } catch {
    return null
  }
}

function store(theme: Theme): void {
  try {
    localStorage.setItem(STORED_NAME, theme)
  } catch {}
}
