/** The icon of the columns in the filter bar; its panel is loaded after the rows. */
import { Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart, named } from '../lazy-part.tsx'
import { IconButton } from '../ui/button.tsx'
import type { ColumnLayout } from './column-list.tsx'

const ColumnList = lazyPart(() => named(import('./column-list.tsx'), 'ColumnList'))

export function ColumnMenu({ layout }: { layout: ColumnLayout }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={288} trapFocus>
      <Popover.Target>
        <IconButton label="Cột hiển thị" on={open} onClick={() => setOpen(!open)}>
          <IconColumns3 size={16} stroke={1.9} />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <Suspense fallback={null}>
          <ColumnList layout={layout} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
