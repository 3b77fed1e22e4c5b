/** Ctrl+K: screens, everyday actions, staff, packages, and customers by their number, in groups (D3-PAL-01). */
import { Kbd, Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { counts } from '#kit/web/counts.ts'
import { composing } from '#kit/web/keys.ts'
import { usePackages } from '#kit/web/packages.ts'
import { useActor } from '#kit/web/session.ts'
import { useStaff } from '#kit/web/staff.ts'
import { useStore } from '#kit/web/store.ts'
import { focusFirst } from '#kit/web/ui/first-focus.ts'
import { usePhones } from './palette-phones.ts'
import { findInPalette, hitGroups, type HitGroup, type PaletteHit } from './palette-search.ts'
import css from './palette.module.css'

type RowProps = { hit: PaletteHit; id: string; on: boolean; onRun: () => void; onPoint: () => void }

/** A text with its searched ending marked. */
function Ended({ text, ending = '' }: { text: string; ending?: string | undefined }) {
  if (ending === '' || !text.endsWith(ending)) return text
  return (
    <>
      {text.slice(0, -ending.length)}
      <mark>{ending}</mark>
    </>
  )
}

function Result({ hit, id, on, onRun, onPoint }: RowProps) {
  const { icon: Icon, note } = hit
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
      <span
        data-num={hit.ending !== undefined || undefined}
        data-label={hit.about !== undefined || undefined}
      >
        <Ended text={hit.label} ending={hit.ending} />
      </span>
      {hit.about !== undefined && (
        <span className={css.about} data-num>
          <Ended text={hit.about} ending={hit.ending} />
        </span>
      )}
      <small data-num>{note}</small>
    </div>
  )
}

const groupNames = Object.keys(hitGroups) as HitGroup[]

/** Screens with their waiting counts. */
function useWaiting(hits: readonly PaletteHit[]): PaletteHit[] {
  const waiting: Readonly<Record<string, number | undefined>> = useStore(counts)
  return hits.map((hit) => {
    const count = hit.group === 'screens' ? (waiting[hit.key] ?? 0) : 0
    return count > 0 ? { ...hit, note: `${thousands(count)} đang chờ` } : hit
  })
}

/** The typed text, its results by group, and the keys that move among them. */
function useSearch(onClose: () => void) {
  const actor = useActor()
  const [text, setText] = useState('')
  const [position, setPosition] = useState(0)
  const [only, setOnly] = useState<HitGroup | null>(null)
  const phones = usePhones(text)
  const named = useWaiting(
    findInPalette(text, actor, { staff: useStaff(), packages: usePackages().map(({ name }) => name) }),
  )
  const results = [...phones.hits, ...named]
  const sizes = new Map(
    groupNames.map((name) => [name, results.filter(({ group }) => group === name).length]),
  )
  const groups = groupNames.filter((name) => (only === null || only === name) && (sizes.get(name) ?? 0) > 0)
  const hits = groups.flatMap((name) => results.filter(({ group }) => group === name))
  const chosen = Math.min(position, hits.length - 1)
  const choose = (group: HitGroup | null): void => {
    setOnly(group)
    setPosition(0)
  }
  const run = (index: number): void => {
    const hit = hits[index]
    if (!hit) return
    if (!hit.stays) onClose()
    hit.open()
  }
  /** Tab moves through the groups with results, and back to all. */
  const nextGroup = (back: boolean): void => {
    const stops = [null, ...groupNames.filter((name) => (sizes.get(name) ?? 0) > 0)]
    choose(stops[(stops.indexOf(only) + (back ? -1 : 1) + stops.length) % stops.length] ?? null)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (composing(event.nativeEvent)) return
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const move = steps[event.key]
    if (event.key === 'Enter') run(chosen)
    else if (event.key === 'Tab' && text !== '') nextGroup(event.shiftKey)
    else if (move) setPosition((chosen + move + hits.length) % Math.max(1, hits.length))
    else return
    event.preventDefault()
  }
  const type = (next: string): void => {
    setText(next)
    choose(null)
  }
  return {
    text,
    type,
    hits,
    groups,
    sizes,
    total: results.length,
    only,
    choose,
    chosen,
    setPosition,
    run,
    onKey,
    phones,
  }
}

type Search = ReturnType<typeof useSearch>

const searchLabel = 'Tìm màn hình, nhân viên, gói cước, số điện thoại'

function SearchBox({ id, search }: { id: string; search: Search }) {
  return (
    <div className={css.search}>
      <IconSearch size={16} stroke={1.9} aria-hidden />
      <input
        data-autofocus
        role="combobox"
        aria-label={searchLabel}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={search.hits.length > 0 ? `${id}-${search.chosen}` : undefined}
        placeholder={searchLabel}
        value={search.text}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={search.onKey}
      />
      <Kbd>Esc</Kbd>
    </div>
  )
}

/** The number of results per group; a click shows only that group. */
function Groups({ search: { text, total, sizes, only, choose } }: { search: Search }) {
  if (text.trim() === '') return null
  return (
    <div className={css.groups} role="group" aria-label="Nhóm kết quả">
      <button type="button" tabIndex={-1} aria-pressed={only === null} onClick={() => choose(null)}>
        Tất cả <span data-num>{total}</span>
      </button>
      {groupNames.map((name) => (
        <button
          key={name}
          type="button"
          tabIndex={-1}
          aria-pressed={only === name}
          onClick={() => choose(name)}
        >
          {hitGroups[name]} <span data-num>{sizes.get(name) ?? 0}</span>
        </button>
      ))}
    </div>
  )
}

/** Heading of a group; for customers with their number, and the searches left for the day. */
function GroupHead({ id, name, search }: { id: string; name: HitGroup; search: Search }) {
  const { digits, count, left } = search.phones
  const isCustomers = name === 'customers' && digits !== ''
  return (
    <div className={css.group} id={id} role="presentation">
      {isCustomers && digits.length < 9 ? `Khách có đuôi ${digits}` : hitGroups[name]}
      {isCustomers && count > 0 && <span data-num>{count} số</span>}
      {isCustomers && left && (
        <small data-num>
          còn {left.left} / {left.most} lượt hỏi số hôm nay
        </small>
      )}
    </div>
  )
}

function Results({ id, search }: { id: string; search: Search }) {
  const { hits, groups, chosen, run, setPosition } = search
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Kết quả" className={css.list}>
      {groups.map((name) => (
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <GroupHead id={`${id}-${name}`} name={name} search={search} />
          {hits.map(
            (hit, index) =>
              hit.group === name && (
                <Result
                  key={hit.key}
                  id={`${id}-${index}`}
                  hit={hit}
                  on={index === chosen}
                  onRun={() => run(index)}
                  onPoint={() => setPosition(index)}
                />
              ),
          )}
        </div>
      ))}
    </div>
  )
}

const Foot = () => (
  <footer className={css.foot} data-keys>
    <Kbd>↑</Kbd>
    <Kbd>↓</Kbd> chọn <Kbd>Tab</Kbd> nhóm sau <Kbd>Enter</Kbd> mở
  </footer>
)

/** The search box over the page; arrows choose, Enter opens. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const search = useSearch(onClose)
  const { hits, phones } = search
  const classNames = { content: css.box ?? '', overlay: css.shade ?? '' }
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={720}
      yOffset={48}
      zIndex={260}
      radius="lg"
      classNames={classNames}
    >
      <Modal.Overlay />
      <Modal.Content ref={focusFirst} aria-label="Tìm nhanh">
        <SearchBox id={id} search={search} />
        <Groups search={search} />
        <Results id={id} search={search} />
        {phones.error && <p className={css.none}>{phones.error.message}</p>}
        {hits.length === 0 && !phones.error && (
          <p className={css.none} role="status">
            {phones.digits !== '' && phones.busy ? 'đang tìm…' : 'Không tìm thấy'}
          </p>
        )}
        <Foot />
      </Modal.Content>
    </Modal.Root>
  )
}
