/** The panel of the switcher: the views by owner, what has changed, and the actions on each. */
import {
  IconArrowLeft,
  IconCheck,
  IconDots,
  IconPencil,
  IconPlus,
  IconSearch,
  IconShare,
  IconTrash,
} from '@tabler/icons-react'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { can, priorities, priorityNames } from '#platform/contract/abilities.ts'
import type { InputOf } from '#kit/contract/call.ts'
import { foldText } from '#kit/contract/text.ts'
import { viewScopes, type ViewScope } from '#kit/contract/views.ts'
import { chooseView, removeView, updateView, viewTexts } from '#platform/contract/calls/save-views.ts'
import type { View } from '#platform/contract/calls/views.ts'
import { newKey, send } from '../client.ts'
import { confirmDoing } from '../feedback.ts'
import { refresh, useList } from '../query.ts'
import { useActor } from '../session.ts'
import { totalText } from '../total.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { TextBox } from '../ui/field.tsx'
import { useAction } from '../use-action.ts'
import type { ListViews } from './use-list-views.ts'
import { contentOf } from './view-content.ts'
import { useScopes, type ViewTask } from './view-dialog.tsx'
import css from './view-panel.module.css'

type PanelProps = { views: ListViews; onClose: () => void; onTask: (task: ViewTask) => void }

const icon = { size: 16, stroke: 1.9, 'aria-hidden': true } as const

/** Up and down move between views, from the search box as well. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const way = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (way === 0) return
  event.preventDefault()
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-view]')]
  const index = rows.findIndex((row) => row === document.activeElement)
  const next = index + way
  const box = event.currentTarget.querySelector<HTMLElement>('input')
  const row = next < 0 ? box : rows[Math.min(next, rows.length - 1)]
  row?.focus()
}

type RowProps = {
  name: string
  on: boolean
  notes?: ReactNode
  open: () => void
  more?: (() => void) | undefined
}

const Row = ({ name, on, notes, open, more }: RowProps) => (
  <li className={css.row} data-on={on || undefined}>
    <button type="button" data-view aria-current={on || undefined} onClick={open}>
      <span className={css.tick}>{on && <IconCheck {...icon} />}</span>
      <span className={css.name}>{name}</span>
      {notes}
    </button>
    {more && (
      <IconButton small label={`Thao tác với ${name}`} onClick={more}>
        <IconDots {...icon} />
      </IconButton>
    )}
  </li>
)

/** Number of rows under the view; empty where they cannot be counted. */
function Count({ views, view }: { views: ListViews; view: View }) {
  const { data } = useList(views.source, views.countQuery(view))
  return (
    <small className={css.count} data-num>
      {data && totalText(data)}
    </small>
  )
}

/** Whose default the view is: 'mặc định của tôi', 'mặc định Quản lý'. */
function defaultsOf({ id, default_for }: View, chosen: string | null | undefined): string[] {
  const roles = default_for.map((priority) => priorityNames[priority])
  const ownLabels = chosen === id ? ['của tôi'] : []
  const labels = [...ownLabels, ...roles]
  return labels.length > 0 ? [`mặc định ${labels.join(', ')}`] : []
}

/** The owner of a group's views, at the right of its heading. */
const whoseOf = (scope: ViewScope, group: readonly View[]): string =>
  scope === 'team'
    ? [...new Set(group.map(({ owner }) => owner))].join(', ')
    : scope === 'everyone'
      ? 'do quản lý'
      : ''

type GroupProps = { scope: ViewScope; views: readonly View[]; children: (view: View) => ReactNode }

function Group({ scope, views, children }: GroupProps) {
  const group = views.filter((view) => view.scope === scope)
  if (group.length === 0) return null
  return (
    <section aria-label={viewScopes[scope]}>
      <h3 className={css.group}>
        {viewScopes[scope]}
        <span>{whoseOf(scope, group)}</span>
      </h3>
      <ul>{group.map(children)}</ul>
    </section>
  )
}

/** The differences from the saved view, and the actions on them. */
function Foot({ views, onClose, onTask }: PanelProps) {
  const { current, changes, open, forgetColumns } = views
  const { run, busy } = useAction(async (idempotencyKey, { id, version }: View) => {
    await send(updateView, { id, version, content: contentOf(views) }, { idempotencyKey })
    await refresh('chedoxem')
    forgetColumns()
    onClose()
  })
  const undo = (): void => {
    forgetColumns()
    open(current ?? null)
    onClose()
  }
  return (
    <footer className={css.foot}>
      {current && current.left_out > 0 && <p>{viewTexts.leftOut(current.left_out)}.</p>}
      {changes.length > 0 && (
        <p>
          Khác bản đã lưu: <b>{changes.join(', ')}</b>
        </p>
      )}
      <div className={css.buttons}>
        {current?.may.update && changes.length > 0 && (
          <Button small className={css.save} busy={busy} onClick={() => void run(current)}>
            Lưu vào “{current.name}”
          </Button>
        )}
        <Button
          small
          icon={<IconPlus size={14} stroke={1.9} aria-hidden />}
          onClick={() => {
            onTask({ kind: 'new' })
            onClose()
          }}
        >
          Lưu thành mới
        </Button>
        <span data-space />
        {changes.length > 0 && (
          <Button small look="ghost" onClick={undo}>
            Bỏ đổi
          </Button>
        )}
      </div>
    </footer>
  )
}

type OneProps = PanelProps & { view: View; onBack: () => void }

const shareLabels: Record<ViewScope, string> = {
  own: 'Chỉ để tôi dùng',
  team: 'Chia sẻ với đơn vị',
  everyone: 'Chia sẻ với mọi người',
}

/** Roles for which a view of everybody is the default. */
function RoleDefaults({ view, change }: { view: View; change: (of: View['default_for']) => void }) {
  const toggled = (priority: (typeof priorities)[number]): View['default_for'] =>
    view.default_for.includes(priority)
      ? view.default_for.filter((one) => one !== priority)
      : [...view.default_for, priority]
  return (
    <fieldset className={css.roles}>
      <legend>Đặt làm mặc định cho</legend>
      {priorities.map((priority) => (
        <label key={priority} className={css.check}>
          <Checkbox
            label={`Mặc định cho ${priorityNames[priority]}`}
            checked={view.default_for.includes(priority)}
            onChange={() => change(toggled(priority))}
          />
          {priorityNames[priority]}
        </label>
      ))}
    </fieldset>
  )
}

/** Asks, then removes a view for everybody who uses it. */
function askToRemove(view: View): void {
  const idempotencyKey = newKey()
  void confirmDoing(
    {
      title: 'Xoá chế độ xem',
      body: `“${view.name}” sẽ không còn${view.scope === 'own' ? '' : ' cho tất cả người đang dùng'}.`,
      confirmLabel: 'Xoá',
      danger: true,
      about: view.name,
    },
    async () => {
      try {
        await send(removeView, { id: view.id }, { idempotencyKey })
      } finally {
        await refresh('chedoxem')
      }
    },
  )
}

type ActsProps = Pick<OneProps, 'view' | 'onClose' | 'onTask'> & { share: (scope: ViewScope) => void }

/** Sharing, renaming and removing a view, as far as the user may. */
function Acts({ view, share, onClose, onTask }: ActsProps) {
  const scopes = useScopes()
  const rename = (): void => {
    onTask({ kind: 'rename', view })
    onClose()
  }
  const remove = (): void => {
    onClose()
    askToRemove(view)
  }
  return (
    <div className={css.acts}>
      {view.may.update &&
        scopes
          .filter((scope) => scope !== view.scope)
          .map((scope) => (
            <Button
              key={scope}
              look="ghost"
              small
              icon={<IconShare {...icon} />}
              onClick={() => share(scope)}
            >
              {shareLabels[scope]}
            </Button>
          ))}
      {view.may.update && (
        <Button look="ghost" small icon={<IconPencil {...icon} />} onClick={rename}>
          Đổi tên
        </Button>
      )}
      {view.may.remove && (
        <Button look="ghost" small className={css.danger} icon={<IconTrash {...icon} />} onClick={remove}>
          Xoá
        </Button>
      )}
    </div>
  )
}

/** The actions on one view. */
function OneView({ views, view, onBack, onClose, onTask }: OneProps) {
  const actor = useActor()
  const { run } = useAction(async (idempotencyKey, part: Partial<InputOf<typeof updateView>>) => {
    await send(updateView, { ...part, id: view.id, version: view.version }, { idempotencyKey })
    await refresh('chedoxem')
  })
  const { run: choose } = useAction(async (idempotencyKey, chosen: string | undefined) => {
    await send(chooseView, { list: views.list, ...(chosen && { view: chosen }) }, { idempotencyKey })
    await refresh('chedoxem')
  })
  const begins = views.chosen === view.id
  return (
    <div className={css.panel}>
      <div className={css.one}>
        <IconButton small label="Về danh sách chế độ xem" data-autofocus onClick={onBack}>
          <IconArrowLeft {...icon} />
        </IconButton>
        <b className={css.name}>{view.name}</b>
      </div>
      <label className={css.check}>
        <Checkbox
          label="Mặc định của tôi"
          checked={begins}
          onChange={() => void choose(begins ? undefined : view.id)}
        />
        Đặt làm mặc định của tôi
      </label>
      {view.scope === 'everyone' && can(actor, 'below3') && (
        <RoleDefaults view={view} change={(default_for) => void run({ default_for })} />
      )}
      <Acts view={view} share={(scope) => void run({ scope })} onClose={onClose} onTask={onTask} />
    </div>
  )
}

/** The notes beside a view's name in the panel. */
const Notes = ({ views, view }: { views: PanelProps['views']; view: View }) => (
  <>
    {view.id === views.current?.id && views.changes.length > 0 && <span className={css.changed}>đã đổi</span>}
    {defaultsOf(view, views.chosen).map((text) => (
      <span key={text} className={css.default}>
        {text}
      </span>
    ))}
    <Count views={views} view={view} />
  </>
)

export function ViewPanel(props: PanelProps) {
  const { views, onClose } = props
  const { all, current, open } = views
  const [sought, setSought] = useState('')
  const [oneId, setOneId] = useState<string | null>(null)
  const one = all.find(({ id }) => id === oneId)
  if (one) return <OneView {...props} view={one} onBack={() => setOneId(null)} />
  const hits = all.filter(({ name }) => foldText(name).includes(foldText(sought.trim())))
  const go = (view: View | null): void => {
    open(view)
    onClose()
  }
  return (
    <div className={css.panel} onKeyDown={onArrow} role="presentation">
      <TextBox
        data-autofocus
        type="search"
        aria-label="Tìm chế độ xem"
        placeholder="Tìm chế độ xem"
        value={sought}
        left={<IconSearch {...icon} />}
        onChange={(event) => setSought(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && hits[0] && sought !== '') go(hits[0])
        }}
      />
      <div className={css.list}>
        {sought === '' && (
          <ul>
            <Row name="Không dùng chế độ xem" on={!current} open={() => go(null)} />
          </ul>
        )}
        {(Object.keys(viewScopes) as ViewScope[]).map((scope) => (
          <Group key={scope} scope={scope} views={hits}>
            {(view) => (
              <Row
                key={view.id}
                name={view.name}
                on={view.id === current?.id}
                open={() => go(view)}
                more={() => setOneId(view.id)}
                notes={<Notes views={views} view={view} />}
              />
            )}
          </Group>
        ))}
        {hits.length === 0 && sought !== '' && <p className={css.hint}>Không có chế độ xem tên như vậy.</p>}
      </div>
      <Foot {...props} />
    </div>
  )
}
