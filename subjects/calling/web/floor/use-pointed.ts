/** Whether the pointer is moving over the rows: then none of them may jump away from under it. */
import { useEffect, useRef, useState } from 'react'

/** A pointer that has rested this long, in ms, is not about to click. */
const restsAfter = 2_000

export function usePointed() {
  const [pointed, setPointed] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const clearPointed = (): void => setPointed(false)
  return {
    pointed,
    props: {
      onPointerMove: (): void => {
        setPointed(true)
        clearTimeout(timer.current)
        timer.current = setTimeout(clearPointed, restsAfter)
      },
      onPointerLeave: (): void => {
        clearTimeout(timer.current)
        clearPointed()
      },
    },
  }
}
