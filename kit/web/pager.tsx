/** The foot of a list: range and total of rows, page size, totals, pages. */
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { totalText } from './total.ts'
import { Picker } from './ui/picker.tsx'
import css from './pager.module.css'

/** Page numbers to show, counted from 0, with null for each gap. */
export function visiblePages(page: number, last: number): (number | null)[] {
  const wanted =
    last <= 6 ? Array.from({ length: last + 1 }, (_, index) => index) : [0, page - 1, page, page + 1, last]
  if (last > 6 && page < 3) wanted.push(1, 2)
  const real = [...new Set(wanted)].filter((n) => n >= 0 && n <= last).toSorted((a, b) => a - b)
  return real.flatMap((n, index) => (index > 0 && n - (real[index - 1] ?? 0) > 1 ? [null, n] : [n]))
}

type PagerProps = {
  page: number
  size: number
  sizes: readonly number[]
  /** Undefined while loading. */
  count: number | undefined
  /** The server stopped counting at `count`. */
  more?: boolean | undefined
  onPage: (page: number) => void
  onSize: (size: number) => void
  /** As many rows as the screen has room for; without it the choice is not offered. */
  fit?: { on: boolean; choose: () => void }
  /** Totals before the page buttons. */
  totals?: ReactNode
}

function PageButtons({ page, last, onPage }: { page: number; last: number; onPage: (page: number) => void }) {
  return (
    <nav className={css.pages} aria-label="Trang">
      <button type="button" aria-label="Trang trước" disabled={page <= 0} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={16} stroke={1.9} aria-hidden />
      </button>
      {visiblePages(page, last).map((n, index) =>
        n === null ? (
          <span key={`gap ${index}`}>…</span>
        ) : (
          <button
            key={n}
            type="button"
            aria-label={`Trang ${thousands(n + 1)}`}
            aria-current={n === page ? 'page' : undefined}
            onClick={() => onPage(n)}
          >
            {thousands(n + 1)}
          </button>
        ),
      )}
      <button type="button" aria-label="Trang sau" disabled={page >= last} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={16} stroke={1.9} aria-hidden />
      </button>
    </nav>
  )
}

/** A box for a page number, where more pages lie between than the buttons show (D3-GRID-08). */
function GoTo({ last, onPage }: { last: number; onPage: (page: number) => void }) {
  const go = (event: KeyboardEvent<HTMLInputElement>): void => {
    const box = event.currentTarget
    if (event.key !== 'Enter' || !/^\d+$/.test(box.value)) return
    onPage(Math.min(Math.max(Number(box.value), 1) - 1, last))
    box.value = ''
  }
  return (
    <label className={css.goTo}>
      đến trang
      <input inputMode="numeric" maxLength={7} onKeyDown={go} />
    </label>
  )
}

/** '1–50 / 1,284', page size, totals, page buttons. */
export function Pager({ page, size, sizes, count, more = false, onPage, onSize, fit, totals }: PagerProps) {
  const last = Math.max(0, Math.ceil((count ?? 0) / size) - 1)
  const from = count === 0 ? 0 : page * size + 1
  const to = count === undefined ? (page + 1) * size : Math.min((page + 1) * size, count)
  return (
    <div className={css.pager} data-foot>
      <span data-num>
        {thousands(from)}–{thousands(to)} / {count === undefined ? '…' : totalText({ count, more })}
      </span>
      <span className={css.size}>
        Số dòng
        <Picker
          label="Số dòng mỗi trang"
          options={[
            ...sizes.map((value) => ({ value: String(value), label: String(value) })),
            ...(fit ? [{ value: 'fit', label: 'Vừa màn hình' }] : []),
          ]}
          value={fit?.on ? 'fit' : String(size)}
          onChange={(value) => (value === 'fit' ? fit?.choose() : onSize(Number(value)))}
        />
      </span>
      <span data-space />
      {totals}
      {last > 6 && <GoTo last={last} onPage={onPage} />}
      {Math.max(last, page) > 0 && <PageButtons page={page} last={last} onPage={onPage} />}
    </div>
  )
}
