/** The work area: the active tab or the screen of a direct route in front, visited tabs hidden behind it. */
import { IconLayoutGrid } from '@tabler/icons-react'
import { Activity, Suspense, useLayoutEffect, useMemo, useState } from 'react'
import { can, permissionCatalogue } from '../../contract/abilities.ts'
import { screenOf, type ScreenName } from '../../contract/screens.ts'
import { activeScreen, TabProvider } from '../kit/tab-state.tsx'
import { useActor } from '../kit/session.ts'
import { useStore } from '../kit/store.ts'
import { useTitle } from '../session/title.ts'
import { Button } from '../kit/ui/button.tsx'
import { NoRightNote, StateNote } from '../kit/ui/state.tsx'
import { background, built } from '../screens.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { FollowRows, settled } from './settled.ts'
import { openTab, tabs } from './tabs.ts'
import css from './workspace.module.css'

/** Label of the permission that a screen requires, shown to users without it. */
function permissionOf(name: ScreenName): string | undefined {
  const code = [screenOf(name).may].flat().find((rule) => rule.includes('.'))
  const labels = Object.values(permissionCatalogue).flatMap((group): [string, string][] =>
    Object.entries(group),
  )
  return labels.find(([permission]) => permission === code)?.[1]
}

function ScreenOf({ name }: { name: ScreenName }) {
  const actor = useActor()
  const Built = built[name]
  if (!can(actor, screenOf(name).may)) return <NoRightNote right={permissionOf(name)} />
  return Built && <Built />
}

/** Placeholder of a screen while its code loads. */
const Waiting = () => (
  <div className={css.waiting} aria-busy="true">
    <i />
    <i />
    <i />
  </div>
)

type PanelProps = { name: ScreenName; active: boolean; search: string; tabbed: boolean }

/** One screen. Activity keeps the state of a hidden one, stops its effects and renders it at low priority. */
function Panel({ name, active, search, tabbed }: PanelProps) {
  const place = useMemo(() => ({ screen: name, active, search }), [name, active, search])
  const [usable, setUsable] = useState(false)
  return (
    <Activity mode={active ? 'visible' : 'hidden'} name={name}>
      <section
        className={css.panel}
        id={active ? 'work' : undefined}
        tabIndex={-1}
        aria-busy={!usable || undefined}
        {...(tabbed
          ? { role: 'tabpanel', 'aria-labelledby': `tab-${name}` }
          : { 'aria-label': screenOf(name).label })}
      >
        <ErrorBoundary>
          <Suspense fallback={<Waiting />}>
            <TabProvider tab={place}>
              <ScreenOf name={name} />
            </TabProvider>
            <FollowRows onUsable={() => setUsable(true)} />
          </Suspense>
        </ErrorBoundary>
      </section>
    </Activity>
  )
}

/** Tabs shown since the page was loaded; only they are mounted. */
function useVisited(active: ScreenName | null, open: readonly ScreenName[]): readonly ScreenName[] {
  const [visited, setVisited] = useState<readonly ScreenName[]>([])
  const next = visited.filter((name) => open.includes(name))
  if (active && !next.includes(active)) next.push(active)
  if (next.length !== visited.length || next.some((name, index) => name !== visited[index])) setVisited(next)
  return next
}

/** Background work of the open screens, in front or not; no first row waits for it. */
function BackgroundWork({ names }: { names: readonly ScreenName[] }) {
  const actor = useActor()
  const begun = useStore(settled)
  if (!begun) return null
  const works = names.filter((name) => can(actor, screenOf(name).may))
  return (
    <Suspense fallback={null}>
      {works.map((name) => {
        const Background = background[name]
        return Background && <Background key={name} />
      })}
    </Suspense>
  )
}

/** `direct` is shown instead of the tabs, without changing them (D1-Q-022). */
export function Workspace({ direct, search }: { direct: ScreenName | undefined; search: string }) {
  const { open, active } = useStore(tabs)
  const front = direct ? null : active
  const visited = useVisited(front, open)
  const titled = direct ?? active
  useTitle(titled ? screenOf(titled).label : undefined)
  useLayoutEffect(() => activeScreen.set(direct ?? active), [direct, active])
  return (
    <div className={css.area}>
      {visited.map((name) => (
        <Panel key={name} name={name} active={name === front} search="" tabbed />
      ))}
      {direct && (
        <Panel key={`route ${direct} ${search}`} name={direct} active search={search} tabbed={false} />
      )}
      <BackgroundWork names={direct && !visited.includes(direct) ? [...visited, direct] : visited} />
      {!direct && !active && (
        <section className={css.panel} id="work" tabIndex={-1}>
          <StateNote
            icon={<IconLayoutGrid size={24} stroke={1.5} />}
            title="Chưa mở tab nào"
            text="Chọn một mục trong danh mục, hoặc nhấn Ctrl K để tìm."
          >
            <Button onClick={() => openTab('dashboard')}>Mở bảng điều khiển</Button>
          </StateNote>
          <FollowRows />
        </section>
      )}
    </div>
  )
}
