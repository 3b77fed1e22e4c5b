/** The live channel: pushes mark what was read as stale, jobs report progress, notices ring the bell (D1-RT). */
import { io, type Socket } from 'socket.io-client'
import { present } from '../../contract/dates.ts'
import type { ClientEvents, JobEvent, ServerEvents } from '../../contract/live.ts'
import { toast } from '../kit/feedback.ts'
import { onJobs, tellJob } from '../kit/jobs.ts'
import { channel, type Channel } from '../kit/live.ts'
import { networkBack } from '../kit/network.ts'
import { queryClient, refresh } from '../kit/query.ts'
import { keepText, keptText, thisTab } from '../kit/storage.ts'
import { refreshPublicSettings } from '../kit/public-settings.ts'
import { currentToken } from '../kit/token.ts'
import { ring, takeUpBell } from './bell-list.ts'

type LiveSocket = Socket<ServerEvents, ClientEvents>

const indexKey = 'client_index'
/** Before a refused line is tried again, in ms; half to one and a half of it, so that a herd does not come at once. */
const retryAfter = 3_000

/** Tells the tabs of one browser apart; lives as long as the browser tab. */
function clientIndex(): string {
  const known = keptText(indexKey, thisTab)
  if (known) return known
  const made = crypto.randomUUID()
  keepText(indexKey, made, thisTab)
  return made
}

/** What the line tells of itself, in its handshake and once more when it stands (D1-Q-011). */
const announcement = () => ({
  client_index: clientIndex(),
  host: location.host,
  token: currentToken() ?? '',
})

/** Numbers seen per server process and resource; a hole means that something was missed. */
function followChanges(live: LiveSocket): void {
  const seen = new Map<string, number>()
  live.on('change', ({ resource, n, from }) => {
    const channel = `${from} ${resource}`
    const last = seen.get(channel)
    seen.set(channel, n)
    const gap = last !== undefined && n > last + 1
    if (gap || resource === 'setting') refreshPublicSettings()
    void (gap ? queryClient.invalidateQueries() : refresh(resource))
  })
}

function announceJob(job: JobEvent): void {
  if (job.state === 'running' || !job.msg) return
  ring({ at: present().toISOString(), text: job.msg, tone: job.state === 'done' ? 'success' : 'failure' })
}

/** Asks as the session the line was opened with: another tab may have signed in anew since. */
function channelOf(live: LiveSocket, token: string): Channel {
  // Workflows have events of their own, which this file does not know by name.
  const line = live as unknown as Channel
  return {
    token,
    emit: (event, payload) => line.emit(event, payload),
    on: (event, listener) => line.on(event, listener),
    off: (event, listener) => line.off(event, listener),
  }
}

/**
 * Comes back where Socket.IO would not: after a refusal, and after a cut by the server. `ended` when the session is
 * the reason and no other tab has signed in since.
 */
function comeBack(live: LiveSocket, opened: () => string, ended: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const again = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => live.connect(), retryAfter * (0.5 + Math.random()))
  }
  const lost = (): void => {
    if (currentToken() === opened()) ended()
    else again()
  }
  live.on('sessionEnded', lost)
  live.on('connect_error', ({ message }) => {
    if (live.active) return
    if (message === 'UNAUTHENTICATED') lost()
    else again()
  })
  live.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') again()
  })
  return () => clearTimeout(timer)
}

/** Connects for the signed-in user; returns how to disconnect. `ended` is announced when the session was ended elsewhere. */
export function connectLive(username: string, ended: () => void): () => void {
  takeUpBell(username)
  let announced = announcement()
  const live: LiveSocket = io({
    transports: ['websocket'],
    auth: (answer) => answer((announced = announcement())),
  })
  let connectedBefore = false
  live.on('connect', () => {
    channel.set(channelOf(live, announced.token))
    live.emit('thongTinKetNoi', announced)
    networkBack()
    if (connectedBefore) {
      refreshPublicSettings()
      void queryClient.invalidateQueries()
    }
    connectedBefore = true
  })
  live.on('disconnect', () => channel.set(null))
  followChanges(live)
  live.on('job', tellJob)
  live.on('showThongBao', ({ content, at }) => {
    toast('info', content)
    ring({ at, text: content, tone: 'info' })
  })
  const giveUp = comeBack(live, () => announced.token, ended)
  const stop = onJobs(announceJob)
  return () => {
    stop()
    giveUp()
    live.disconnect()
    channel.set(null)
  }
}
