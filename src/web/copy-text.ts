/** Copies a text; resolves with whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  // Browsers have it only on pages that are loaded over https or from the same machine.
  const { clipboard } = navigator as { readonly clipboard?: Clipboard }
  if (clipboard === undefined) return copyBySelection(text)
  return clipboard.writeText(text).then(
    () => true,
    () => copyBySelection(text),
  )
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'unseen'
  document.body.append(field)
  field.select()
  // Deprecated, and the only way left on such pages.
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}
