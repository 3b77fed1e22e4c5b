/** The panel of columns: show, hide, reorder by dragging or arrows; row height; reset. */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Button, IconButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import type { Layout } from './layout.ts'
import css from './column-menu.module.css'

/** The layout of a table of any rows. */
export type ColumnLayout = Layout<never>

const dragType = 'application/x-column'

function Item({ layout, index }: { layout: ColumnLayout; index: number }) {
  const column = layout.all[index]
  if (!column) return null
  const name = column.full ?? column.title
  const [above, below] = [layout.all[index - 1], layout.all[index + 1]]
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
        <Checkbox
          label={name}
          checked={!layout.isHidden(column.key)}
          onChange={() => layout.toggle(column.key)}
        />
        {name}
        {layout.folded?.includes(column.key) && <small>đang gấp</small>}
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

export const ColumnList = ({ layout }: { layout: ColumnLayout }) => (
  <>
    <ul className={css.list}>
      {layout.all.map((column, index) => (
        <Item key={column.key} layout={layout} index={index} />
      ))}
    </ul>
    <div className={css.foot}>
      <label>
        <Checkbox
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
  </>
)
