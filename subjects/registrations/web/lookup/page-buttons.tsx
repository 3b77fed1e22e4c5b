/** The page buttons of a look-up, the current one disabled (D1-LOOK-12, D1-LOOK-13, D1-MSG-15). */
import { pageNumbers } from './check-input.ts'
import css from './result.module.css'

type PageButtonsProps = { page: number; last: number; busy: boolean; onPage: (page: number) => void }

/** Buttons 1 to `last`; disabled while a page is loading. */
export const PageButtons = ({ page, last, busy, onPage }: PageButtonsProps) => (
  <nav className={css.pages} aria-label="Trang">
    {pageNumbers(last).map((number) => (
      <button
        key={number}
        type="button"
        aria-label={`Trang ${number}`}
        aria-current={number === page ? 'page' : undefined}
        disabled={busy || number === page}
        onClick={() => onPage(number)}
      >
        {number}
      </button>
    ))}
  </nav>
)
