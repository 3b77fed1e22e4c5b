/** Scrolls an element into view within the box that scrolls it. */

/** The nearest scrolling box around `element`. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let box = element.parentElement; box; box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box)
    if (/auto|scroll/.test(overflowX + overflowY)) return box
  }
  return null
}

/** How far `from` to `to` lies outside the visible `start` to `end`. */
const beyond = (from: number, to: number, start: number, end: number): number =>
  from < start ? from - start : Math.max(0, Math.min(to - end, from - start))

/** Scrolls the least distance. Not `scrollIntoView`: the next Tab would continue from the place it scrolled to. */
export function bringIntoSight(element: HTMLElement | null | undefined): void {
  const box = element && scrollerOf(element)
  if (!box) return
  const [target, frame] = [element.getBoundingClientRect(), box.getBoundingClientRect()]
  box.scrollLeft += beyond(target.left, target.right, frame.left, frame.right)
  box.scrollTop += beyond(target.top, target.bottom, frame.top, frame.bottom)
}
