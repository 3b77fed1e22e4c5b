/** The types of a number in its dialog: by rule, with the digits and words that explain each. */
import { Popover } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { dottedSim } from '#kit/contract/phone.ts'
import { simTypes } from '#subjects/sims/contract/sim-types.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { MarkedNumber } from './marked-number.tsx'
import css from './sims.module.css'

type TypesFieldProps = {
  /** The parsed number; '' for none. */
  number: string
  /** Keys of the types by rule, and of the chosen ones. */
  ruled: readonly string[]
  chosen: readonly string[]
  onChange: (keys: string[]) => void
}

const inOrder = (keys: ReadonlySet<string>): string[] =>
  simTypes.flatMap(({ key }) => (keys.has(key) ? [key] : []))

/** All 29 types with their rules, to add others. */
function AllTypes({ chosen, toggle }: { chosen: ReadonlySet<string>; toggle: (key: string) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="top-start" withinPortal>
      <Popover.Target>
        <Button small look="ghost" icon={<IconPlus size={14} stroke={1.9} />} onClick={() => setOpen(!open)}>
          Thêm loại
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={css.more} role="group" aria-label="29 quy tắc">
          {simTypes.map(({ key, label, rule }) => (
            <label key={key}>
              <Checkbox label={label} checked={chosen.has(key)} onChange={() => toggle(key)} />
              <span>{label}</span>
              <small>{rule}</small>
            </label>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A line for every type chosen or given by the rules. */
export function TypesField({ number, ruled, chosen, onChange }: TypesFieldProps) {
  const picked = new Set(chosen)
  const toggle = (key: string): void => {
    const next = new Set(picked)
    if (!next.delete(key)) next.add(key)
    onChange(inOrder(next))
  }
  const lines = inOrder(new Set([...ruled, ...chosen]))
  return (
    <div className={css.lines}>
      {lines.map((key) => {
        const type = simTypes.find((candidate) => candidate.key === key)
        return (
          <label key={key}>
            <Checkbox label={type?.label ?? key} checked={picked.has(key)} onChange={() => toggle(key)} />
            <span>{type?.label}</span>
            <MarkedNumber dottedNumber={dottedSim(number)} keys={[key]} />
            <small>{ruled.includes(key) ? type?.rule : 'chọn tay'}</small>
          </label>
        )
      })}
      {lines.length === 0 && (
        <p>{number ? 'Không quy tắc nào khớp số này' : 'Nhập số để chọn sẵn theo quy tắc'}</p>
      )}
      <AllTypes chosen={picked} toggle={toggle} />
    </div>
  )
}
