/** Where the keyboard is in the very moment a dialog appears. */

/**
 * Puts the focus on the marked place of `content` at once. Mantine does so a moment later, and the letters typed
 * meanwhile went to the field behind or nowhere: the key that opens a dialog and the first word come in one breath.
 */
export function focusFirst(content: HTMLElement | null): void {
  content?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
}
