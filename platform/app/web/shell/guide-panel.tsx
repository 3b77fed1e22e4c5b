/** `?`: the guide of the active screen, its keys, and the daily work of the reader's role. */
import { Drawer, Kbd, Tabs } from '@mantine/core'
import { IconPrinter, IconX } from '@tabler/icons-react'
import { can } from '#platform/contract/abilities.ts'
import { days, daysFor, sectionFor, type GuideBlock, type GuidePage } from '#platform/contract/guide.ts'
import { screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { gridKeys, keyHelp } from '#kit/web/keys.ts'
import { gridHelp } from '#kit/web/table/grid-help.ts'
import { useActor } from '#kit/web/session.ts'
import { useStore } from '#kit/web/store.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { useFocusBack } from '#kit/web/ui/dialog.tsx'
import { SideDrawer } from '#kit/web/ui/side-drawer.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { useGuidePage } from './guide-pages.ts'
import { GuideText } from './guide-text.tsx'
import { openScreen } from '#platform/web/navigation.ts'
import css from './guide-panel.module.css'

type TextProps = {
  page: string
  /** Selects the blocks of the page to show. */
  part: (page: GuidePage) => readonly GuideBlock[]
  go: (screen: ScreenName) => void
}

function PageText({ page, part, go }: TextProps) {
  const { data, error, refetch } = useGuidePage(page)
  if (error) return <ErrorNote error={error} title="Chưa tải được hướng dẫn" retry={() => void refetch()} />
  return data ? <GuideText blocks={part(data)} go={go} /> : <p className={css.waiting} aria-busy="true" />
}

/** The keys of every screen. */
const nextHelp = { keys: 'F2', what: 'Nhận khách hàng tiếp theo' }
const help = [
  { keys: 'Ctrl K', what: 'Tìm màn hình, nhân viên, gói cước, số điện thoại' },
  { keys: 'Ctrl B', what: 'Mở hoặc thu gọn danh mục' },
  { keys: 'G, 1–8', what: 'Mở nhóm của danh mục (Alt và số cũng được)' },
  { keys: '?', what: 'Hướng dẫn và phím tắt' },
]
const callerHelp = [nextHelp, ...help]

/** The keys passed to `useKeyHelp`, the active screen first, and those of every screen. */
function Keys() {
  const everywhere = useActor().priority === 5 ? callerHelp : help
  const groups = [...[...useStore(keyHelp)].toReversed(), ['Mọi màn hình', everywhere] as const]
  return (
    <div className={css.keys} data-keys>
      {groups.map(([title, keys]) => (
        <section key={title}>
          <h3>Phím tắt: {title}</h3>
          <dl>
            {keys
              .flatMap((key) => (key === gridKeys ? gridHelp : [key]))
              .map((key) => (
                <div key={key.keys}>
                  <dt>{key.what}</dt>
                  <dd>
                    <Kbd>{key.keys}</Kbd>
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

type PanelProps = { screen: ScreenName | null; onClose: () => void }

const Head = ({ onClose }: { onClose: () => void }) => (
  <div className={css.head}>
    <Drawer.Title className={css.title ?? ''}>Hướng dẫn</Drawer.Title>
    <IconButton small label="In" onClick={() => print()}>
      <IconPrinter size={16} stroke={1.9} />
    </IconButton>
    <IconButton small label="Đóng" onClick={onClose}>
      <IconX size={16} stroke={1.9} />
    </IconButton>
  </div>
)

/** Opens at the active screen; if there is none the reader may open, at the daily work. */
export function GuidePanel({ screen, onClose }: PanelProps) {
  useFocusBack()
  const actor = useActor()
  const here = screen !== null && can(actor, screenOf(screen).may) ? screen : null
  const ownDays = daysFor(actor)
  const go = (to: ScreenName): void => {
    onClose()
    openScreen(to)
  }
  return (
    <SideDrawer printed size={600} onClose={onClose}>
      <Tabs
        defaultValue={here ? 'screen' : (ownDays[0] ?? 'keys')}
        className={css.tabs ?? ''}
        keepMounted={false}
      >
        <Head onClose={onClose} />
        <Tabs.List className={css.list ?? ''}>
          {here && (
            <Tabs.Tab value="screen" data-autofocus>
              Màn hình này
            </Tabs.Tab>
          )}
          {ownDays.map((day, index) => (
            <Tabs.Tab key={day} value={day} data-autofocus={(!here && index === 0) || undefined}>
              {ownDays.length === 1 ? 'Một ngày của tôi' : days[day].tab}
            </Tabs.Tab>
          ))}
          {!here && <Tabs.Tab value="keys">Phím tắt</Tabs.Tab>}
        </Tabs.List>
        {here && (
          <Tabs.Panel value="screen" className={css.body ?? ''} tabIndex={0}>
            <h2>{screenOf(here).label}</h2>
            <PageText
              page={`screens/${screenOf(here).group}`}
              part={({ screens }) => sectionFor(screens[here] ?? [], actor.priority)}
              go={go}
            />
            <Keys />
          </Tabs.Panel>
        )}
        {ownDays.map((day) => (
          <Tabs.Panel key={day} value={day} className={css.body ?? ''} tabIndex={0}>
            <h2>{days[day].title}</h2>
            <PageText page={day} part={({ blocks }) => blocks} go={go} />
          </Tabs.Panel>
        ))}
        {!here && (
          <Tabs.Panel value="keys" className={css.body ?? ''}>
            <Keys />
          </Tabs.Panel>
        )}
      </Tabs>
    </SideDrawer>
  )
}
