/** Focus when a dialog opens. */

/** Focuses the marked element at once: Mantine does so a moment later, and letters typed meanwhile would be lost. */
export function focusFirst(content: HTMLElement | null): void {
  content?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
}
