/** The head of the floor: group, live state, layout, and links (D3-FLR-01). */
import { IconDeviceTv, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import type { Floor } from '#subjects/calling/contract/calls/floor.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { openScreen } from '#platform/web/navigation.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Picker } from '#kit/web/ui/picker.tsx'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { Segments } from '#kit/web/ui/segments.tsx'
import { useActor } from '#kit/web/session.ts'
import { staffLabel, useStaff } from '#kit/web/staff.ts'
import { LiveClock } from './live-clock.tsx'
import { views, type View } from './sections.ts'
import { wallAddress } from './wall-address.ts'
import css from './floor.module.css'

const icon = { size: 16, stroke: 1.9 }

type HeadProps = {
  floor: Floor | undefined
  group: string
  setGroup: (group: string) => void
  view: View
  setView: (view: View) => void
  phone: boolean
}

/** By group for readers with several groups; by name for a leader. */
const viewsOf = (priority: number): readonly View[] => (priority < 4 ? ['group', 'help'] : ['help', 'name'])

function ViewSwitch({ view, setView }: Pick<HeadProps, 'view' | 'setView'>) {
  const { priority } = useActor()
  return (
    <Segments
      label="Cách xếp"
      options={viewsOf(priority).map((value) => ({ value, label: views[value] }))}
      value={view}
      onChange={setView}
    />
  )
}

/** Branches and leaders whose floor can be shown separately. */
function GroupPicker({ group, setGroup }: Pick<HeadProps, 'group' | 'setGroup'>) {
  const { priority } = useActor()
  const units = useStaff().filter(
    ({ role_priority: level }) => level > priority && (level === 3 || level === 4),
  )
  return (
    <span className={css.group}>
      <Picker
        name="Nhóm"
        icon={<IconUsersGroup {...icon} aria-hidden />}
        emptyLabel="Tất cả"
        options={units.map((unit) => ({ value: unit.id, label: staffLabel(unit), note: unit.username }))}
        value={group}
        onChange={setGroup}
      />
    </span>
  )
}

export function FloorHead({ floor, group, setGroup, view, setView, phone }: HeadProps) {
  const { priority } = useActor()
  const note = floor && (
    <>
      {!phone && floor.title}
      <LiveClock at={floor.at} />
    </>
  )
  return (
    <ScreenHead title={screenOf('floor').label} note={note}>
      {priority < 4 && <GroupPicker group={group} setGroup={setGroup} />}
      {!phone && (
        <>
          <ViewSwitch view={view} setView={setView} />
          <Button icon={<IconPlus {...icon} />} onClick={() => openScreen('chiadata')}>
            Chia thêm số
          </Button>
          <Button
            icon={<IconDeviceTv {...icon} />}
            onClick={() => window.open(wallAddress(group), '_blank', 'noopener')}
          >
            Màn hình lớn
          </Button>
        </>
      )}
    </ScreenHead>
  )
}
