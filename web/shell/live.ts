/** The live channel: pushes mark what was read as stale, jobs report progress, notices ring the bell (D1-RT). */
import { io, type Socket } from 'socket.io-client'
import type { ClientEvents, JobEvent, ServerEvents } from '../../contract/live.ts'
import { toast } from '../kit/feedback.ts'
import { onJobs, tellJob } from '../kit/jobs.ts'
import { channel, type Channel } from '../kit/live.ts'
import { networkBack } from '../kit/network.ts'
import { queryClient, refresh } from '../kit/query.ts'
import { refreshShown } from '../kit/shown.ts'
import { currentToken } from '../kit/token.ts'
import { ring } from './bell-list.ts'

type LiveSocket = Socket<ServerEvents, ClientEvents>

const indexKey = 'client_index'

/** Tells the tabs of one browser apart; lives as long as the browser tab. */
function clientIndex(): string {
  const known = sessionStorage.getItem(indexKey)
  if (known) return known
  const made = crypto.randomUUID()
  sessionStorage.setItem(indexKey, made)
  return made
}

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
    if (gap || resource === 'setting') refreshShown()
    void (gap ? queryClient.invalidateQueries() : refresh(resource))
  })
}

function announceJob(job: JobEvent): void {
  if (job.state === 'running' || !job.msg) return
  ring({ at: new Date().toISOString(), text: job.msg, tone: job.state === 'done' ? 'success' : 'failure' })
}

/** Connects for the signed-in user; returns how to disconnect. `ended` is told when the session was ended elsewhere. */
export function connectLive(ended: () => void): () => void {
  const live: LiveSocket = io({ transports: ['websocket'], auth: (answer) => answer(announcement()) })
  let connectedBefore = false
  live.on('connect', () => {
    // Workflows have events of their own, which this file does not know by name.
    channel.set(live as unknown as Channel)
    live.emit('thongTinKetNoi', announcement())
    networkBack()
    if (connectedBefore) {
      refreshShown()
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
  live.on('sessionEnded', ended)
  const stop = onJobs(announceJob)
  return () => {
    stop()
    live.disconnect()
    channel.set(null)
  }
}
