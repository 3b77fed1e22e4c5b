/** The switcher of views in the head of a list. */
import { IconLayoutList } from '@tabler/icons-react'
import { useState } from 'react'
import { PanelButton } from '../filters/panel-button.tsx'
import { useListViews, type Listed } from './use-list-views.ts'
import { ViewDialog, type ViewTask } from './view-dialog.tsx'
import { ViewPanel } from './view-panel.tsx'
import css from './view-button.module.css'

/** Name of the view, a mark when the list differs from it, and the panel. */
export function ViewButton({ list }: { list: Listed }) {
  const views = useListViews(list)
  const [task, setTask] = useState<ViewTask | null>(null)
  const { current, changes } = views
  return (
    <>
      <PanelButton
        name="Chế độ xem"
        icon={!current && <IconLayoutList size={16} stroke={1.9} aria-hidden />}
        value={current ? `${current.name}${changes.length > 0 ? ', đã đổi' : ''}` : null}
        empty="Chế độ xem"
        display={current?.name}
        className={`${css.button} ${current ? css.on : css.none}`}
        mark={changes.length > 0 && <i className={css.dot} aria-hidden />}
      >
        {(close) => <ViewPanel views={views} onClose={close} onTask={setTask} />}
      </PanelButton>
      {task && <ViewDialog views={views} task={task} onClose={() => setTask(null)} />}
    </>
  )
}
