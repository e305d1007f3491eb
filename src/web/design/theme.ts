export type Theme = 'light' | 'dark'

/** The machine's own theme is dark. */
export const DARK_QUERY = '(prefers-color-scheme: dark)'

/** One for all pages of a server. */
const STORED_NAME = 'parley theme'

/** Shows the page in the theme that was chosen here before; without one the machine's is shown. */
export function applyStoredTheme(): void {
  // Where storage is disabled a choice lasts as long as the page.
  try {
    const theme = localStorage.getItem(STORED_NAME)
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
  } catch {}
}

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia(DARK_QUERY).matches ? 'dark' : 'light'
}

/** Shows the page in the other theme, remembers that, and returns it. */
export function changeTheme(): Theme {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark'
  document.documentElement.dataset['theme'] = theme
  try {
    localStorage.setItem(STORED_NAME, theme)
  } catch {}
  return theme
}
