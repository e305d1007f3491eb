import type { createDetailsPanel } from './details-panel.js'
import type { createOutlineList } from './outline-list.js'

type Settings = {
  readonly list: ReturnType<typeof createOutlineList>
  readonly details: ReturnType<typeof createDetailsPanel>
  choose(id: string | null): void
}

/** The buttons over the list: all that is left, the newest first, and every topic open or closed. */
export function bindListTools(place: HTMLElement, { list, details, choose }: Settings): void {
  const act = (id: string, run: () => void) => place.querySelector(`#${id}`)?.addEventListener('click', run)
  act('newest-first', () => {
    choose(null)
    details.showNewest()
  })
  act('open-all', () => list.openAll(true))
  act('close-all', () => list.openAll(false))
}
