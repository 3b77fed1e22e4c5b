/** The clipboard, also for pages loaded without HTTPS. */

/** Copies by selecting, or with `html` in the copy event; the box is in the open dialog, which keeps the focus. */
function copySelected(text: string, html?: string): boolean {
  const focused = document.activeElement
  const box = document.createElement('textarea')
  box.value = text
  box.style.cssText = 'position: fixed; opacity: 0'
  ;(document.querySelector('[aria-modal="true"]') ?? document.body).append(box)
  box.select()
  const onCopy = (event: ClipboardEvent): void => {
    if (html === undefined) return
    event.clipboardData?.setData('text/plain', text)
    event.clipboardData?.setData('text/html', html)
    event.preventDefault()
  }
  document.addEventListener('copy', onCopy)
  const done = document.execCommand('copy')
  document.removeEventListener('copy', onCopy)
  box.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}

/**
 * Puts `text` into the clipboard, with `html` for programs that take formats; false when the browser refuses.
 * Without HTTPS only the old way works (D3-WORD-01); the new one would apply formats to the page, against its
 * policy.
 */
export async function toClipboard(text: string, html?: string): Promise<boolean> {
  try {
    if (!isSecureContext || html !== undefined) return copySelected(text, html)
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
