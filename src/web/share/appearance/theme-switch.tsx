import { useEffect, useState } from 'preact/hooks'
import { changeTheme, currentTheme, DARK_QUERY } from '../../design/theme.js'
import { MoonIcon, SunIcon } from './icons.js'

/** Changes between light and dark. */
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
  return (
    <button
      type="button"
      class="icon-button"
      aria-label="Dark theme"
      title={isDark ? 'To the light theme' : 'To the dark theme'}
      aria-pressed={isDark}
      onClick={() => setTheme(changeTheme())}
    >
      {isDark ? <SunIcon /> : <MoonIcon />}
    </button>
  )
}
