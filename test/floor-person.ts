/** People for tests of the floor view, and the floor itself. */
import type { Floor, FloorPerson } from '#subjects/calling/contract/calls/floor.ts'

const none = { calls: 0, reached: 0, agreed: 0 }

export const personOf = (username: string, overrides: Partial<FloorPerson> = {}): FloorPerson => ({
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
  ...overrides,
})

/** The floor with these people. */
export const floorOf = (people: FloorPerson[], overrides: Partial<Floor> = {}): Floor => ({
  at: '2026-11-23T03:00:00.000Z',
  mark: '1',
  whole: true,
  hourStart: '2026-11-23T03:00:00.000Z',
  title: 'Nhóm An',
  people,
  groups: [{ id: 'leader11', username: 'leader11', fullname: 'Tổ một' }],
  sums: {
    people: people.length,
    states: { calling: 0, held: 0, idle: 2, absent: 1 } as unknown as Floor['sums']['states'],
    hour: none,
    idleSeconds: 0,
    day: none,
    overdue: 0,
    appointments: 0,
    left: 204,
    endsAt: null,
    bars: [],
  },
  more: false,
  ...overrides,
})

/** One with numbers, one who is running out, and one who is absent. */
export const threePeople = (): FloorPerson[] => [
  personOf('an', { fullname: 'An', left: 140 }),
  personOf('binh', { fullname: 'Bình', left: 4, help: ['ending'] }),
  personOf('chi', { fullname: 'Chi', left: 60, promised: 3, state: 'absent', help: ['absent'] }),
]
