/** The floor on a desktop or phone: head, sums, people, and the panel of the selected person (D3-FLR-01, D3-FLR-02). */
import { useMemo, useState } from 'react'
import type { Floor, FloorPerson, FloorSums } from '#subjects/calling/contract/calls/floor.ts'
import { CardScreen } from '#figures/columns.tsx'
import { useActor } from '#kit/web/session.ts'
import { useTab } from '#kit/web/tab-state.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { EmptyNote, ErrorNote, OldRowsNote } from '#kit/web/ui/state.tsx'
import { useNarrow } from '#kit/web/use-narrow.ts'
import { CutNote } from './cut-note.tsx'
import { Ticking } from './elapsed.tsx'
import { useFloor } from './floor-data.ts'
import { FloorHead } from './floor-head.tsx'
import { FloorTable } from './floor-table.tsx'
import { useHeldSections } from './hold-order.ts'
import { PanelBody, PersonPanel } from './person-panel.tsx'
import type { PanelProps } from './panel-part.tsx'
import { PhoneFloor } from './phone-floor.tsx'
import { sectionsOf, type View } from './sections.ts'
import { SumCards } from './sum-cards.tsx'
import { focusRow, useCurrent, useFloorKeys } from './use-floor-keys.ts'
import { useOpenPanel, type PanelState } from './use-open-panel.ts'
import { usePointed } from './use-pointed.ts'
import { WatchList } from './watch-list.tsx'
import { groupOf } from './wall-address.ts'
import css from './floor.module.css'
import rows from './floor-table.module.css'
import { Card, Panel } from '#figures/card.tsx'
import { BarsLegend, HourBars } from './hour-bars.tsx'

/** The calls of the day by hour, on a wide screen (D3-FLR-01). */
const HourCard = ({ bars }: { bars: FloorSums['bars'] }) => (
  <Card className={css.chart} title="Cuộc gọi theo giờ" end={<BarsLegend />}>
    <div className={css.bars}>
      <HourBars bars={bars} />
    </div>
  </Card>
)

/** From this width on there is room for more columns and the hours. */
const wideFrom = '(min-width: 1600px)'
/** Up to this width the panel does not fit beside the table. */
const narrowTo = '(max-width: 1100px)'

/** The panel of the selected person; `within` says whether it is beside the table or over it. */
function OpenedPanel({ floor, panels, over }: { floor: Floor; panels: PanelState; over: boolean }) {
  const { panel } = panels
  const [lastPerson, setLastPerson] = useState<FloorPerson>()
  const found = floor.people.find(({ id }) => id === panel?.id)
  if (found && found !== lastPerson) setLastPerson(found)
  // If there are more people than shown, the person may leave the list while the panel is being filled in.
  const person = found ?? (floor.more && lastPerson?.id === panel?.id ? lastPerson : undefined)
  if (!panel || !person) return null
  const close = (): void => void panels.close().then((closed) => closed && focusRow(person.id))
  const parts: PanelProps = {
    person,
    people: floor.people,
    at: floor.at,
    panel,
    onDone: () => {
      panels.done()
      focusRow(person.id)
    },
  }
  return over ? (
    <Dialog narrow bare title={person.fullname} note={person.username} onClose={close}>
      <div className={css.over}>
        <PanelBody key={person.id} {...parts} />
      </div>
    </Dialog>
  ) : (
    <PersonPanel key={person.id} {...parts} onClose={close} />
  )
}

type DeskProps = { floor: Floor; view: View; panels: PanelState; over: boolean }

/** Table, panel, and on a wide screen the hours of the day. */
function DeskFloor({ floor, view, panels, over }: DeskProps) {
  const wide = useNarrow(wideFrom)
  const [{ from, over: onto }, setDragging] = useState<{ from: string | null; over: string | null }>({
    from: null,
    over: null,
  })
  const { pointed, props } = usePointed()
  const isHeld = panels.panel !== null || pointed || from !== null
  const readSections = useMemo(() => sectionsOf(floor, view), [floor, view])
  const sections = useHeldSections(readSections, isHeld, view)
  const ids = sections.flatMap(({ people }) => people.map(({ id }) => id))
  const current = useCurrent(ids)
  useFloorKeys(ids, current, panels)
  const drop = (giver: string, to: string): void => void panels.open(giver, 'move', to)
  return (
    <div className={css.main} data-alone={over || undefined}>
      <div className={css.table}>
        <Panel className={rows.box} {...props}>
          <FloorTable
            floor={floor}
            sections={sections}
            view={view}
            wide={wide}
            current={current}
            panels={panels}
            dragging={{ from, over: onto, set: setDragging, drop }}
          />
          <CutNote floor={floor} />
        </Panel>
        {wide && <HourCard bars={floor.sums.bars} />}
      </div>
      {over ? (
        <OpenedPanel floor={floor} panels={panels} over />
      ) : (
        <aside className={css.side} aria-label="Người cần xem">
          <OpenedPanel floor={floor} panels={panels} over={false} />
          <WatchList floor={floor} open={(id, task) => void panels.open(id, task)} />
        </aside>
      )}
    </div>
  )
}

const Waiting = () => <Panel className={css.skeleton} aria-busy="true" aria-label="Đang tải" />

/** Leaders have one group; others see theirs separately. */
const firstView = (priority: number): View => (priority < 4 ? 'group' : 'help')

export function FloorView() {
  const { priority } = useActor()
  const { search, keep } = useTab()
  const [group, setGroup] = useState(() => groupOf(search))
  const [view, setView] = useState<View>(() => firstView(priority))
  const { data: floor, error, refetch, dataUpdatedAt } = useFloor(group)
  const panels = useOpenPanel()
  const phone = useNarrow()
  const over = useNarrow(narrowTo)
  const retry = (): void => void refetch()
  const choose = (next: string): void => {
    setGroup(next)
    keep(next === '' ? '' : `group=${encodeURIComponent(next)}`)
  }
  return (
    <Ticking>
      <CardScreen>
        <FloorHead
          floor={floor}
          group={group}
          setGroup={choose}
          view={view}
          setView={setView}
          phone={phone}
        />
        <OldRowsNote error={floor && error} readAt={dataUpdatedAt} retry={retry} />
        {!floor && error && <ErrorNote error={error} title="Chưa tải được sàn gọi" retry={retry} />}
        {!floor && !error && <Waiting />}
        {floor?.people.length === 0 && (
          <Panel className={css.empty}>
            <EmptyNote
              title="Chưa có nhân viên nào ở đây"
              text="Nhân viên của nhóm sẽ hiện khi có tài khoản"
            />
          </Panel>
        )}
        {floor && floor.people.length > 0 && (
          <>
            {phone ? null : <SumCards floor={floor} />}
            {phone ? (
              <>
                <PhoneFloor floor={floor} panels={panels} />
                <OpenedPanel floor={floor} panels={panels} over />
              </>
            ) : (
              <DeskFloor floor={floor} view={view} panels={panels} over={over} />
            )}
          </>
        )}
      </CardScreen>
    </Ticking>
  )
}
