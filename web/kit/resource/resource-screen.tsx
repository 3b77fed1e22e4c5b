/** The screen of a declared resource: head, filters, table, pager, dialog, drawer, import, export. */
import { Suspense, useMemo } from 'react'
import { useKeyHelp, useKeys } from '../keys.ts'
import { gridHelp } from '../table/grid-keys.ts'
import { Dialogs } from './screen-dialogs.tsx'
import { Body, Filters, Head } from './screen-parts.tsx'
import { useScreen, type ResourceScreenProps } from './screen-state.tsx'

const screenHelp = [
  { keys: 'N', what: 'Tạo mới' },
  { keys: 'R', what: 'Làm mới' },
]

/** The whole screen; every part can be swapped by composing the same pieces by hand. */
export function ResourceScreen(props: ResourceScreenProps) {
  const screen = useScreen(props)
  const { may, list, setOpen } = screen
  useKeys({
    N: () => may.create && setOpen({ kind: 'edit', row: null }),
    R: () => void list.refetch(),
  })
  const { help } = screen.actions
  useKeyHelp(
    props.title ?? props.resource.title,
    useMemo(() => [...screenHelp, ...help, ...gridHelp], [help]),
  )
  return (
    <>
      <Head props={props} screen={screen} />
      <Filters props={props} screen={screen} />
      <Body props={props} screen={screen} />
      <Suspense fallback={null}>
        <Dialogs props={props} screen={screen} />
      </Suspense>
    </>
  )
}
