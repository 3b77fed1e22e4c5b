/** The list of columns: show, hide, reorder by dragging or arrows; row height; reset. */
import { Popover } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { Check } from '../ui/check.tsx'
import type { Layout } from './layout.ts'
import css from './column-menu.module.css'

const dragType = 'application/x-column'

function Item<R>({ layout, at }: { layout: Layout<R>; at: number }) {
  const column = layout.all[at]
  if (!column) return null
  const name = column.full ?? column.title
  const [above, below] = [layout.all[at - 1], layout.all[at + 1]]
  return (
    <li
      draggable
      onDragStart={(event) => event.dataTransfer.setData(dragType, column.key)}
      onDragOver={(event) => event.dataTransfer.types.includes(dragType) && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        layout.move(event.dataTransfer.getData(dragType), column.key)
      }}
    >
      <label>
        <Check
          label={name}
          checked={!layout.isHidden(column.key)}
          onChange={() => layout.toggle(column.key)}
        />
        {name}
      </label>
      <IconButton
        small
        label={`Đưa ${name} lên`}
        disabled={!above}
        onClick={() => above && layout.move(column.key, above.key)}
      >
        <IconArrowUp size={14} stroke={1.9} />
      </IconButton>
      <IconButton
        small
        label={`Đưa ${name} xuống`}
        disabled={!below}
        onClick={() => below && layout.move(below.key, column.key)}
      >
        <IconArrowDown size={14} stroke={1.9} />
      </IconButton>
    </li>
  )
}

/** The icon in the filter bar and its panel. */
export function ColumnMenu<R>({ layout }: { layout: Layout<R> }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={288} trapFocus>
      <Popover.Target>
        <IconButton label="Cột hiển thị" on={open} onClick={() => setOpen(!open)}>
          <IconColumns3 size={16} stroke={1.9} />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <ul className={css.list}>
          {layout.all.map((column, at) => (
            <Item key={column.key} layout={layout} at={at} />
          ))}
        </ul>
        <div className={css.foot}>
          <label>
            <Check
              label="Dòng thấp"
              checked={layout.compact}
              onChange={(event) => layout.setCompact(event.target.checked)}
            />
            Dòng thấp
          </label>
          <Button look="ghost" small onClick={layout.reset}>
            Về mặc định
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
