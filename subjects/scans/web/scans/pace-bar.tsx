/** Above the files: capacity of each carrier used by people and scans, its failures, and the hours (D3-SCN-02, 03). */
import { thousands } from '#kit/contract/thousands.ts'
import { formatInstant } from '#kit/contract/dates.ts'
import type { ScanKind } from '#subjects/scans/contract/lists/scans.ts'
import {
  scanCalls,
  scanCarrierName,
  type Capacity,
  type ScanCarrier,
  type ScanNow,
} from '#subjects/scans/contract/calls/scans.ts'
import { lookupTexts } from '#subjects/registrations/contract/calls/lookup.ts'
import { newKey, send } from '#kit/web/client.ts'
import { showError } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { serverClock, useClock } from '#kit/web/use-clock.ts'
import css from './scans.module.css'

const clock = (instant: string): string => formatInstant(instant).slice(11)

/** Seconds until `until` as '02:18', counted down once a second. */
function Countdown({ until }: { until: string }) {
  const remaining = Math.max(0, Math.ceil((Date.parse(until) - useClock(serverClock, 1_000)) / 1_000))
  return (
    <b
      data-num
    >{`${String(Math.floor(remaining / 60)).padStart(2, '0')}:${String(remaining % 60).padStart(2, '0')}`}</b>
  )
}

async function retryNow(kind: ScanKind, nha_mang: ScanCarrier): Promise<void> {
  try {
    await send(scanCalls[kind].tryNow, { nha_mang }, { idempotencyKey: newKey() })
  } catch (error) {
    showError(error)
  } finally {
    await refresh(kind)
  }
}

/** The carrier fails: since when, why, and the time of the next attempt. */
const Failing = ({ kind, capacity }: { kind: ScanKind; capacity: Capacity }) => (
  <p className={css.failing} role="status">
    <Pill tone="orange" plain>
      Tạm dừng từ {capacity.failingSince && clock(capacity.failingSince)}
    </Pill>
    <span className={css.why}>{capacity.why}.</span>
    <span>
      Thử lại sau {capacity.pausedUntil && <Countdown until={capacity.pausedUntil} />}, tự quét tiếp khi có
      trả lời
    </span>
    <Button small onClick={() => void retryNow(kind, capacity.nha_mang)}>
      Thử ngay
    </Button>
  </p>
)

/** Capacity of a carrier used by people and by scans. */
function CapacityUse({ kind, capacity }: { kind: ScanKind; capacity: Capacity }) {
  const { people, scans, perMinute, parallel } = capacity
  const part = (n: number) => ({ width: `${Math.min(100, (n / perMinute) * 100)}%` })
  const name = scanCarrierName(capacity.nha_mang)
  return (
    <section className={css.capacity} aria-label={name}>
      <p>
        <b>{name}</b>
        <span className={css.quiet}>cùng lúc {thousands(parallel)} số</span>
        <span className={css.figure} data-num>
          <b>{thousands(people + scans)}</b> / {thousands(perMinute)} số/phút
        </span>
      </p>
      <div className={css.track} aria-hidden>
        <i className={css.people} style={part(people)} />
        <i style={part(Math.min(scans, perMinute - people))} />
      </div>
      {capacity.pausedUntil ? (
        <Failing kind={kind} capacity={capacity} />
      ) : (
        <p className={css.legend}>
          <span>
            <i className={css.people} aria-hidden /> Người tra cứu <b data-num>{thousands(people)}</b>
          </span>
          <span>
            <i aria-hidden /> Quét <b data-num>{thousands(scans)}</b>
          </span>
        </p>
      )}
    </section>
  )
}

function stateWords({ open, from, files, carriers }: ScanNow): string {
  if (!open) return `Ngoài giờ, quét tiếp lúc ${from}`
  if (files.length > 0) return 'Đang quét'
  return carriers.some(({ scans }) => scans > 0)
    ? 'Đang quét file của màn hình khác'
    : 'Không có file đang quét'
}

/** Hides the carrier 'other' while it is not used: numbers outside the three networks are rare. */
const isShown = ({ nha_mang, people, scans, pausedUntil }: Capacity): boolean =>
  nha_mang !== 'KHAC' || people + scans > 0 || pausedUntil !== null

export function PaceBar({ kind, pace }: { kind: ScanKind; pace: ScanNow }) {
  if (!pace.configured) return <p className={css.pace}>{lookupTexts.notConfigured}</p>
  return (
    <section className={css.pace} aria-label="Nhà mạng">
      {pace.carriers.filter(isShown).map((capacity) => (
        <CapacityUse key={capacity.nha_mang} kind={kind} capacity={capacity} />
      ))}
      <p className={css.limits}>
        <span>{stateWords(pace)}</span>
        <span>
          Giờ quét <b data-num>{`${pace.from}–${pace.until}`}</b>
        </span>
        <span>Người tra cứu được đi trước</span>
      </p>
    </section>
  )
}
