/** A share as a bar, or as a span on a scale shared with other bars; the figure is beside it. */
import type { CSSProperties } from 'react'
import css from './bar.module.css'

export type BarProps = {
  /** Fraction of the width, 0 to 1. */
  from?: number
  to: number
  /** The former value. */
  mark?: number | undefined
  tone?: 'soft' | 'quiet' | undefined
  /** Strength of the colour in per cent. */
  shade?: number | undefined
  /** In px; a span has no background. */
  height?: number
  span?: boolean
}

const percent = (share: number): string => `${share * 100}%`

export function Bar({ from = 0, to, mark, tone, shade, height = 4, span }: BarProps) {
  const style = { left: percent(from), width: percent(to - from), '--strength': shade && `${shade}%` }
  return (
    <span className={css.bar} data-span={span} style={{ height }} aria-hidden>
      <i data-tone={tone} style={style as CSSProperties} />
      {mark !== undefined && <b style={{ left: percent(mark) }} />}
    </span>
  )
}
