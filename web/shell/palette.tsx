/** Ctrl+K: screens, staff, packages and phone numbers, searched without diacritics. */
import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { useActor } from '../kit/session.ts'
import { usePackages } from '../kit/packages.ts'
import { useStaff } from '../kit/staff.ts'
import { composing } from '../kit/keys.ts'
import { focusFirst } from '../kit/ui/first-focus.ts'
import { findInPalette, type PaletteHit } from './palette-search.ts'
import css from './palette.module.css'

type RowProps = { hit: PaletteHit; id: string; on: boolean; onRun: () => void; onPoint: () => void }

function Result({ hit, id, on, onRun, onPoint }: RowProps) {
  const { icon: Icon, label, note } = hit
  return (
    <div
      id={id}
      role="option"
      aria-selected={on}
      className={css.result}
      data-on={on || undefined}
      onMouseMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <Icon size={16} stroke={1.9} aria-hidden />
      <span>{label}</span>
      <small>{note}</small>
    </div>
  )
}

/** The typed text, its results, and the keys that choose among them. */
function useSearch(onClose: () => void) {
  const actor = useActor()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const hits = findInPalette(text, actor, { staff: useStaff(), packages: usePackages() })
  const chosen = Math.min(at, hits.length - 1)
  const run = (index: number): void => {
    const hit = hits[index]
    if (!hit) return
    onClose()
    hit.open()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (composing(event.nativeEvent)) return
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const move = steps[event.key]
    if (event.key === 'Enter') run(chosen)
    else if (move) setAt((chosen + move + hits.length) % Math.max(1, hits.length))
    else return
    event.preventDefault()
  }
  const type = (next: string): void => {
    setText(next)
    setAt(0)
  }
  return { text, type, hits, chosen, setAt, run, onKey }
}

const what = 'Tìm màn hình, nhân viên, gói cước, số điện thoại'

function SearchBox({ id, search }: { id: string; search: ReturnType<typeof useSearch> }) {
  return (
    <div className={css.search}>
      <IconSearch size={16} stroke={1.9} aria-hidden />
      <input
        data-autofocus
        role="combobox"
        aria-label={what}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={search.hits.length > 0 ? `${id}-${search.chosen}` : undefined}
        placeholder={what}
        value={search.text}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={search.onKey}
      />
    </div>
  )
}

/** The search box over the page; arrows choose, Enter opens. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const search = useSearch(onClose)
  const { hits, chosen, run, setAt } = search
  const classNames = { content: css.box ?? '', overlay: css.shade ?? '' }
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={560}
      yOffset={64}
      zIndex={260}
      radius="lg"
      classNames={classNames}
    >
      <Modal.Overlay />
      <Modal.Content ref={focusFirst} aria-label="Tìm nhanh">
        <SearchBox id={id} search={search} />
        <div id={`${id}-list`} role="listbox" aria-label="Kết quả" className={css.list}>
          {hits.map((hit, index) => (
            <Result
              key={hit.key}
              id={`${id}-${index}`}
              hit={hit}
              on={index === chosen}
              onRun={() => run(index)}
              onPoint={() => setAt(index)}
            />
          ))}
        </div>
        {hits.length === 0 && <p className={css.none}>Không tìm thấy</p>}
      </Modal.Content>
    </Modal.Root>
  )
}
