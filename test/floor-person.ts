/** People of a floor for tests. */
import type { FloorPerson } from '../contract/workflows/floor.ts'

const none = { calls: 0, reached: 0, agreed: 0 }

export const personOf = (username: string, known: Partial<FloorPerson> = {}): FloorPerson => ({
  id: username,
  username,
  fullname: username,
  group: 'leader11',
  state: 'idle',
  since: null,
  inHand: null,
  hour: none,
  idleSeconds: 0,
  day: none,
  byHour: Array.from({ length: 24 }, () => 0),
  overdue: 0,
  appointments: 0,
  promised: 0,
  left: 10,
  shared: false,
  endsAt: null,
  enough: true,
  help: [],
  ...known,
})
