import { applyStoredTheme, changeTheme, currentTheme } from '../design/theme.js'
import { button } from './elements.js'

/** A button that switches between light and dark, overriding the system's preference; the choice is kept. */
export function offerTheme(): void {
  applyStoredTheme()
  button('theme').addEventListener('click', () => {
    changeTheme()
    name()
  })
  name()
}

/** Its short form is for narrow windows. */
function name(): void {
  const word = currentTheme() === 'dark' ? 'Light' : 'Dark'
  const rest = Object.assign(document.createElement('span'), { className: 'rest', textContent: ' colours' })
  button('theme').replaceChildren(word, rest)
  button('theme').setAttribute('aria-label', `${word} colours`)
}
