/** Which controls of a line fit; the others go behind a button. */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** A control by its name and width in px; those with a larger `keep` leave the line later, one that `stays` never. */
export type Control = { name: string; width: number; keep: number; stays: boolean }

/** Names of the controls without room: the last ones leave first, those with a larger `keep` later. */
export function leftOut(controls: readonly Control[], room: number, gap: number, button: number): string[] {
  const needed = (list: readonly Control[]): number => list.reduce((sum, { width }) => sum + width + gap, 0)
  if (needed(controls) <= room) return []
  const others = controls.filter(({ stays }) => !stays)
  const order = others.toSorted((a, b) => b.keep - a.keep)
  const out: string[] = []
  while (
    order.length > 0 &&
    needed(controls.filter(({ name }) => !out.includes(name))) + button + gap > room
  ) {
    const last = order.pop()
    if (last) out.push(last.name)
  }
  return out
}

const gap = 8
/** Width of the button before it was measured. */
const buttonWidth = 104

const widthsIn = (line: HTMLElement, kind: string): [string, number][] =>
  [...line.querySelectorAll<HTMLElement>(`[data-${kind}]`)].map((element) => [
    element.getAttribute(`data-${kind}`) ?? '',
    element.offsetWidth,
  ])

/** Controls that leave the line: `data-control` may leave, `data-fixed` stays, `data-more` is the button. */
export function useRoom(
  line: RefObject<HTMLElement | null>,
  controls: readonly Omit<Control, 'width'>[],
): readonly string[] {
  const widths = useRef(new Map<string, number>())
  const [hidden, setHidden] = useState<readonly string[]>([])
  useLayoutEffect(() => {
    const box = line.current
    if (!box) return undefined
    const look = (): void => {
      if (box.clientWidth === 0) return
      for (const [name, width] of widthsIn(box, 'control')) widths.current.set(name, width)
      const fixed = widthsIn(box, 'fixed').reduce((sum, [, width]) => sum + width + gap, 0)
      const sized = controls.map((item) => ({ ...item, width: widths.current.get(item.name) ?? 0 }))
      const button = widthsIn(box, 'more')[0]?.[1] ?? buttonWidth
      // The last element has no gap after it.
      const next = leftOut(sized, box.clientWidth - fixed + gap, gap, button)
      setHidden((now) => (now.join() === next.join() ? now : next))
    }
    const observer = new ResizeObserver(look)
    observer.observe(box)
    for (const child of box.children) observer.observe(child)
    look()
    return () => observer.disconnect()
  })
  return hidden
}
