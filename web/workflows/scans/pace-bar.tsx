/** Over the files: how much of the carrier's capacity people and scans use, the hours, and whether it fails (D3-SCN-02, 03). */
import { useEffect, useState } from 'react'
import { formatInstant } from '../../../contract/dates.ts'
import type { ScanKind } from '../../../contract/resources/scans.ts'
import { scanCalls, type ScanNow } from '../../../contract/workflows/scans.ts'
import { lookupTexts } from '../../../contract/workflows/lookup.ts'
import { newKey, send } from '../../kit/client.ts'
import { showError } from '../../kit/feedback.ts'
import { refresh } from '../../kit/query.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { grouped } from './scan-words.ts'
import css from './scans.module.css'

const clock = (at: string): string => formatInstant(at).slice(11)

/** Seconds until `at` as '02:18', counted down once a second. */
function Countdown({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.ceil((Date.parse(at) - now) / 1_000))
  return (
    <b
      data-num
    >{`${String(Math.floor(left / 60)).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`}</b>
  )
}

async function tryNow(kind: ScanKind): Promise<void> {
  try {
    await send(scanCalls[kind].tryNow, {}, { idempotencyKey: newKey() })
  } catch (error) {
    showError(error)
  } finally {
    await refresh(kind)
  }
}

/** The carrier fails: since when, why, and when it is asked again. */
const Failing = ({ kind, pace }: { kind: ScanKind; pace: ScanNow }) => (
  <p className={css.failing} role="status">
    <Pill tone="orange" plain>
      Tạm dừng từ {pace.failingSince && clock(pace.failingSince)}
    </Pill>
    <span className={css.why}>{pace.why}.</span>
    <span>
      Thử lại sau {pace.pausedUntil && <Countdown at={pace.pausedUntil} />}, tự quét tiếp khi nhà mạng trả lời
    </span>
    <Button small onClick={() => void tryNow(kind)}>
      Thử ngay
    </Button>
  </p>
)

function stateWords({ open, from, files, scans }: ScanNow): string {
  if (!open) return `Ngoài giờ, quét tiếp lúc ${from}`
  if (files.length > 0) return 'Đang quét'
  return scans > 0 ? 'Đang quét file của màn hình khác' : 'Không có file đang quét'
}

/** The bar. */
export function PaceBar({ kind, pace }: { kind: ScanKind; pace: ScanNow }) {
  const { people, scans, perMinute, parallel, from, until } = pace
  if (!pace.configured) return <p className={css.pace}>{lookupTexts.notConfigured}</p>
  const part = (n: number) => ({ width: `${Math.min(100, (n / perMinute) * 100)}%` })
  return (
    <section className={css.pace} aria-label="Nhà mạng">
      <div className={css.capacity}>
        <p>
          <b>Nhà mạng</b>
          <span className={css.quiet}>{stateWords(pace)}</span>
          <span className={css.figure} data-num>
            <b>{grouped(people + scans)}</b> / {grouped(perMinute)} số/phút
          </span>
        </p>
        <div className={css.track} aria-hidden>
          <i className={css.people} style={part(people)} />
          <i style={part(Math.min(scans, perMinute - people))} />
        </div>
        <p className={css.legend}>
          <span>
            <i className={css.people} aria-hidden /> Người tra cứu <b data-num>{grouped(people)}</b>
          </span>
          <span>
            <i aria-hidden /> Quét <b data-num>{grouped(scans)}</b>
          </span>
        </p>
      </div>
      <p className={css.limits}>
        <span>
          Giờ quét <b data-num>{`${from}–${until}`}</b>
        </span>
        <span>
          Cùng lúc <b data-num>{grouped(parallel)}</b> số
        </span>
        <span>Người tra cứu được đi trước</span>
      </p>
      {pace.pausedUntil && <Failing kind={kind} pace={pace} />}
    </section>
  )
}
