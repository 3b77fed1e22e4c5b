/** The clipboard, also where the page came without HTTPS. */

/** Copies by selecting: from a box that lies in the open dialog, if any, which keeps the focus. */
function copySelected(text: string): boolean {
  const focused = document.activeElement
  const box = document.createElement('textarea')
  box.value = text
  box.style.cssText = 'position: fixed; opacity: 0'
  ;(document.querySelector('[aria-modal="true"]') ?? document.body).append(box)
  box.select()
  const done = document.execCommand('copy')
  box.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}

/** Puts `text` into the clipboard; false when the browser refuses. Without HTTPS it has only the old way (D3-WORD-01). */
export async function toClipboard(text: string): Promise<boolean> {
  try {
    if (isSecureContext) await navigator.clipboard.writeText(text)
    else return copySelected(text)
    return true
  } catch {
    return false
  }
}
