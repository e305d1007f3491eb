const STORED_NAME = 'parley single keys'

/**
 * Whether keys without Ctrl or Alt work on the whole page. A checkbox switches them off for those who press keys by
 * accident or speak to their machine (WCAG 2.1.4); the choice holds for all pages. Returns what tells the choice.
 */
export function offerSingleKeys(box: HTMLInputElement): () => boolean {
  box.checked = readStored() !== 'off'
  box.addEventListener('change', () => store(box.checked ? 'on' : 'off'))
  return () => box.checked
}

// Where storage is disabled the choice lasts as long as the page.
function readStored(): string | null {
  try {
    return localStorage.getItem(STORED_NAME)
  } catch {
    return null
  }
}

function store(choice: 'on' | 'off'): void {
  try {
    localStorage.setItem(STORED_NAME, choice)
  } catch {}
}
