/** The work area: the active tab in front, visited tabs hidden behind. */
import { IconLayoutGrid } from '@tabler/icons-react'
import { Activity, Suspense, useLayoutEffect, useMemo, useState, Component, type ReactNode } from 'react'
import { can } from '#platform/contract/abilities.ts'
import { viewsOf } from '#platform/contract/menu.ts'
import { screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { activeScreen, TabProvider } from '#kit/web/tab-state.tsx'
import { useActor } from '#kit/web/session.ts'
import { useStore } from '#kit/web/store.ts'
import { useTitle } from '../session/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { HeadLinks } from '#kit/web/ui/screen-head.tsx'
import { StateNote, ErrorNote } from '#kit/web/ui/state.tsx'
import { HeadViews } from '../menu/head-views.tsx'
import { background, screenComponents } from '../screens.tsx'
import { FollowRows, settled } from './settled.ts'
import { openScreen } from '#platform/web/navigation.ts'
import { keepPlace, placeOf, places, tabs } from '#platform/web/tabs.ts'
import css from './workspace.module.css'

type State = { error: unknown }

// React offers error boundaries only as a class.
/** An error in one screen does not break the others. Shows the error and 'Thử lại' instead of the screen that threw. */
class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    reportError(error)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return <ErrorNote error={error} title="Màn hình gặp lỗi" retry={() => this.setState({ error: null })} />
  }
}

const NoRight = lazyPart(() => named(import('./no-right.tsx'), 'NoRight'))

function ScreenOf({ name }: { name: ScreenName }) {
  const actor = useActor()
  const Built = screenComponents[name]
  if (!can(actor, screenOf(name).may)) return <NoRight screen={name} />
  return (
    <HeadLinks value={<HeadViews name={name} />}>
      <Built />
    </HeadLinks>
  )
}

/** Placeholder of a screen while its code loads. */
const Waiting = () => (
  <div className={css.waiting} aria-busy="true">
    <i />
    <i />
    <i />
  </div>
)

type PanelProps = { name: ScreenName; active: boolean; search: string }

/** One screen. Activity keeps the state of a hidden one, stops its effects and renders it at low priority. */
function Panel({ name, active, search }: PanelProps) {
  const place = useMemo(
    () => ({ screen: name, active, search, keep: (query: string) => keepPlace(name, query) }),
    [name, active, search],
  )
  const [usable, setUsable] = useState(false)
  // The section is outside: hidden elements learn late that they are hidden, and would be a second '#work' until
  // then.
  return (
    <section
      className={css.panel}
      id={active ? 'work' : undefined}
      hidden={!active}
      tabIndex={-1}
      aria-busy={!usable || undefined}
      role="tabpanel"
      aria-labelledby={`tab-${name}`}
    >
      <Activity mode={active ? 'visible' : 'hidden'} name={name}>
        <ErrorBoundary>
          <Suspense fallback={<Waiting />}>
            <TabProvider tab={place}>
              <ScreenOf name={name} />
            </TabProvider>
            <FollowRows onUsable={() => setUsable(true)} />
          </Suspense>
        </ErrorBoundary>
      </Activity>
    </section>
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

/** Background work of the open screens, active or not, also while another view is in the tab; started after the first row. */
function BackgroundWork({ names }: { names: readonly ScreenName[] }) {
  const actor = useActor()
  const begun = useStore(settled)
  if (!begun) return null
  const views = names.flatMap((name) => [name, ...viewsOf(name, actor).map((view) => view.name)])
  const works = [...new Set(views)].filter((name) => can(actor, screenOf(name).may))
  return (
    <Suspense fallback={null}>
      {works.map((name) => {
        const Background = background[name]
        return Background && <Background key={name} />
      })}
    </Suspense>
  )
}

export function Workspace() {
  const { open, active } = useStore(tabs)
  useStore(places)
  const visited = useVisited(active, open)
  useTitle(active ? screenOf(active).label : undefined)
  useLayoutEffect(() => activeScreen.set(active), [active])
  return (
    <div className={css.area}>
      {visited.map((name) => {
        const { link, times } = placeOf(name)
        return <Panel key={`${name} ${times}`} name={name} active={name === active} search={link} />
      })}
      <BackgroundWork names={visited} />
      {!active && (
        <section className={css.panel} id="work" tabIndex={-1}>
          <StateNote
            icon={<IconLayoutGrid size={24} stroke={1.5} />}
            title="Chưa mở tab nào"
            text="Chọn một mục trong danh mục, hoặc tìm ở ô trên cùng."
          >
            <Button onClick={() => openScreen('dashboard')}>Mở bảng điều khiển</Button>
          </StateNote>
          <FollowRows />
        </section>
      )}
    </div>
  )
}
