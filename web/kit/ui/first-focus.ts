/** Focus when a dialog opens. */

/**
 * Focuses the marked element of `content` at once. Mantine does so a moment later, when letters typed right after the
 * opening key had gone to the field behind or nowhere.
 */
export function focusFirst(content: HTMLElement | null): void {
  content?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
}
