/** What a colour of `tokens.css` is in the theme that is shown, as `rgb(…)`: for drawings that no style sheet reaches. */
export function colourOf(name: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(--${name})`
  document.body.append(probe)
  const colour = getComputedStyle(probe).color
  probe.remove()
  return colour
}
