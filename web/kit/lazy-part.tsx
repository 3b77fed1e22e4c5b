/** Parts of the page whose code comes when they are shown. A lost connection delays one; it never takes the page away. */
import { IconRefresh } from '@tabler/icons-react'
import {
  Component,
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  type ComponentType,
  type ReactNode,
} from 'react'
import { toast } from './feedback.ts'
import { answers, connected, network, networkLost, pause } from './network.ts'
import { useStore } from './store.ts'
import { NoticeBar } from './ui/notice-bar.tsx'

const tries = 3
const pauseBetween = 1_000
/** So long after the code of a screen that of its dialogs follows, in ms. */
const earlyAfter = 2_000

/** Style sheets that did not arrive are asked for once more: the bundler takes any that stands in the page for loaded. */
const renewStyles = (): Promise<unknown> =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
      .filter(({ sheet }) => sheet === null)
      .map((old) => {
        const link = old.cloneNode() as HTMLLinkElement
        return new Promise((resolve, reject) => {
          link.addEventListener('load', resolve)
          link.addEventListener('error', reject)
          old.replaceWith(link)
        })
      }),
  )

/** The code did not come although the server answers: it was replaced by a newer version, or the browser gave it up. */
class PartMissing extends Error {}

/**
 * Fetches code. Browsers keep a failed import for good, so nothing is asked for while the connection is lost; what fails
 * all the same is tried again for those that do not.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (let left = tries; ; left--) {
    await connected()
    try {
      return await load()
    } catch (cause) {
      if (left <= 1) throw new PartMissing('code of a part did not come', { cause })
      await pause(pauseBetween)
      if (!(await answers())) networkLost()
      await renewStyles().catch(reportError)
    }
  }
}

type Props = { children: ReactNode; renew: () => void }

/** Says in the part's own place that it is missing; what else goes wrong in it is not for here. */
class MissingHere extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(): void {
    this.props.renew()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    if (!(error instanceof PartMissing)) throw error
    return (
      <NoticeBar
        icon={<IconRefresh size={16} stroke={1.9} />}
        action={{ label: 'Tải lại trang', run: () => location.reload() }}
      >
        Chưa tải được phần này của màn hình, có thể vừa có bản mới. Dữ liệu đang xem vẫn giữ.
      </NoticeBar>
    )
  }
}

type Load<P> = () => Promise<{ default: ComponentType<P> }>

/** A screen: its code is fetched when it is first shown, under the nearest `Suspense`. */
export function lazyScreen<P extends object>(load: Load<P>): ComponentType<P> {
  let Part = lazy(() => loadPart(load))
  const renew = (): void => {
    Part = lazy(() => loadPart(load))
  }
  return (props) => (
    <MissingHere renew={renew}>
      <Part {...props} />
    </MissingHere>
  )
}

/** A dialog that was asked for waits so long for a lost connection, in ms: later nobody expects it to open any more. */
const openWithin = 4_000

/** Gives up the dialog whose code is on its way. */
let dropWaiting: (() => void) | null = null

/** Stands for a dialog whose code is on its way: one at a time, the latest. */
function Awaited({ drop }: { drop: () => void }) {
  const lost = useStore(network).lostSince !== null
  const give = useEffectEvent(drop)
  useEffect(() => {
    dropWaiting?.()
    const mine = (): void => give()
    dropWaiting = mine
    return () => {
      if (dropWaiting === mine) dropWaiting = null
    }
  }, [])
  useEffect(() => {
    if (!lost) return undefined
    const timer = setTimeout(() => {
      toast('failure', 'Mất kết nối nên chưa mở được, hãy bấm lại khi có mạng')
      give()
    }, openWithin)
    return () => clearTimeout(timer)
  }, [lost])
  return null
}

const closeOf = (props: object): (() => void) | undefined =>
  'onClose' in props ? (props.onClose as () => void) : undefined

/**
 * A dialog, drawer or calendar: like a screen, but its code follows that of its screen before anybody asks. `drop` says
 * how one that is not opened after all is closed; what cannot be closed waits in its place.
 */
export function lazyPart<P extends object>(
  load: Load<P>,
  drop: (props: P) => (() => void) | undefined = closeOf,
): ComponentType<P> {
  setTimeout(() => void connected().then(load).catch(reportEarly), earlyAfter)
  const Part = lazyScreen(load)
  return (props) => {
    const close = drop(props)
    if (!close) return <Part {...props} />
    return (
      <Suspense fallback={<Awaited drop={close} />}>
        <Part {...props} />
      </Suspense>
    )
  }
}

// It is asked for again, and complained of, when it is shown.
const reportEarly = (): void => undefined
