/** Parts of the page whose code is loaded when they are shown. A lost connection delays a part; it never breaks the page. */
import { IconRefresh } from '@tabler/icons-react'
import {
  Component,
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { afterRows } from './after-rows.ts'
import { toast } from './feedback.ts'
import { answers, connected, network, networkLost, pause } from './network.ts'
import { useStore } from './store.ts'
import { NoticeBar } from './ui/notice-bar.tsx'

const tries = 3
const pauseBetween = 1_000

/** Reloads style sheets that failed: the bundler takes any link in the page as loaded. */
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

/** The code failed to load although the server answers: a newer version replaced it, or the browser gave up. */
class PartMissing extends Error {}

/** Loads code, while connected: some browsers cache a failed import for good; in others it is retried. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (let triesLeft = tries; ; triesLeft--) {
    await connected()
    try {
      return await load()
    } catch (cause) {
      if (triesLeft <= 1) throw new PartMissing('code of a part did not come', { cause })
      await pause(pauseBetween)
      if (!(await answers())) networkLost()
      await renewStyles().catch(reportError)
    }
  }
}

type Props = { children: ReactNode; renew: () => void }

/** Shows in place of the part that its code is missing; other errors pass through. */
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

/** Code first needed after a click: loaded as soon as there are rows, or by the click. */
export function lazyCode<M>(load: () => Promise<M>): () => Promise<M> {
  const code = () => loadPart(load)
  afterRows(code)
  return code
}

export type Load<P = object> = () => Promise<{ default: ComponentType<P> }>

/** One named component of a module as its default, for `lazyScreen` and `lazyPart`. */
export const named = async <N extends string, M extends Record<N, ComponentType<never>>>(
  module: Promise<M>,
  name: N,
): Promise<{ default: M[N] }> => ({ default: (await module)[name] })

/** A component whose code may be loaded before it is shown. */
export type LazyComponent<P = object> = ComponentType<P> & { preload: () => Promise<unknown> }

/**
 * A screen: its code is loaded by `preload`, or when it is first shown, under the nearest `Suspense`. Loaded code renders
 * without suspending: React would hold back the reveal for up to 300 ms.
 */
export function lazyScreen<P extends object>(load: Load<P>): LazyComponent<P> {
  let Loaded: ComponentType<P> | null = null
  const preload = async (): Promise<{ default: ComponentType<P> }> => {
    const part = await loadPart(load)
    Loaded = part.default
    return part
  }
  let Part = lazy(preload)
  const renew = (): void => {
    Part = lazy(preload)
  }
  function Screen(props: P) {
    // Chosen at the first render: another component in its place would lose its state.
    const [Ready] = useState(() => Loaded)
    return <MissingHere renew={renew}>{Ready ? <Ready {...props} /> : <Part {...props} />}</MissingHere>
  }
  return Object.assign(Screen, { preload })
}

/** An opened dialog waits this long for a lost connection, in ms: later the user no longer expects it. */
const openWithin = 4_000

/** Cancels the dialog whose code is being loaded. */
let dropWaiting: (() => void) | null = null

/** Placeholder of a dialog while its code is loaded: only the latest one waits. */
function Awaited({ drop, keys }: { drop: () => void; keys: boolean }) {
  const lost = useStore(network).lostSince !== null
  const giveUp = useEffectEvent(drop)
  useEffect(() => {
    dropWaiting?.()
    const ownDrop = (): void => giveUp()
    dropWaiting = ownDrop
    return () => {
      if (dropWaiting === ownDrop) dropWaiting = null
    }
  }, [])
  useEffect(() => {
    if (!lost) return undefined
    const timer = setTimeout(() => {
      toast('failure', 'Mất kết nối nên chưa mở được, hãy bấm lại khi có mạng')
      giveUp()
    }, openWithin)
    return () => clearTimeout(timer)
  }, [lost])
  useEffect(() => {
    if (!keys) return undefined
    const swallow = (event: KeyboardEvent): void => {
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') giveUp()
    }
    addEventListener('keydown', swallow, true)
    return () => removeEventListener('keydown', swallow, true)
  }, [keys])
  return null
}

const closeOf = (props: object): (() => void) | undefined =>
  'onClose' in props ? (props.onClose as () => void) : undefined

/**
 * A dialog, drawer or calendar, whose code is loaded once the list behind it has rows. If the code cannot be loaded,
 * the user may close the part: `drop` returns how, and without it the part goes on waiting. With `keys`, keys typed
 * until the part is there do not reach the page behind it.
 */
export function lazyPart<P extends object>(
  load: Load<P>,
  drop: (props: P) => (() => void) | undefined = closeOf,
  keys = false,
): LazyComponent<P> {
  const Part = lazyScreen(load)
  afterRows(Part.preload)
  function OnDemand(props: P) {
    const close = drop(props)
    if (!close) return <Part {...props} />
    return (
      <Suspense fallback={<Awaited drop={close} keys={keys} />}>
        <Part {...props} />
      </Suspense>
    )
  }
  return Object.assign(OnDemand, { preload: Part.preload })
}

/** A part that no screen shows, such as a print: rendered once its code has come, which is loaded after the rows. */
export function unseenPart<P extends object>(load: Load<P>): ComponentType<P> {
  return function Unseen(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(null)
    useEffect(() => {
      afterRows(async () => {
        const part = await loadPart(load)
        setPart(() => part.default)
      })
    }, [])
    return Part && <Part {...props} />
  }
}
