/** 'Sàn gọi': current activity of all salespeople in a scope, and the leader's actions on it (D3-FLR). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { instant, keyOf } from '#kit/contract/shapes.ts'

/** Current state of a person. Derived from numbers in hand alone, as no telephone line is connected yet. */
export const floorStates = {
  calling: 'Đang gọi',
  held: 'Giữ chưa trả',
  idle: 'Rảnh',
  absent: 'Chưa vào ca',
  stopped: 'Đã dừng',
} as const satisfies Record<string, string>
export type FloorState = keyof typeof floorStates

/** Why a person needs help, the most urgent first. */
export const floorHelp = {
  forgotten: 'Giữ số quên',
  absent: 'Chưa vào ca',
  ending: 'Sắp hết số',
  idle: 'Rảnh lâu',
  overdue: 'Hẹn trễ',
} as const satisfies Record<string, string>
export type FloorHelp = keyof typeof floorHelp

/** Limits by which the server decides who needs help (subjects/calling/server/floor/help.ts); all of them are here. */
export const floorLimits = {
  /** A number held longer than this counts as forgotten, in minutes. */
  heldMinutes: 15,
  /** Idle time above which a person needs help, in minutes. */
  idleMinutes: 15,
  /** A person's own numbers are running out when they last for less than this at today's pace, in minutes. */
  endingMinutes: 30,
  /** A person with no number taken by this time of the day is absent. */
  startsAt: '08:00',
  /** Time of the day until which a person's numbers should last. */
  endsAt: '17:30',
  /** Minimum working time over which today's pace is measured, in minutes. */
  paceMinutes: 15,
} as const

/** Maximum number of people in one answer; beyond it, those who need help come first. The sums always cover everybody. */
export const mostFloorPeople = 600

/** Reasons for which a leader releases a number. */
export const releaseReasons = {
  forgot: 'Quên ghi kết quả',
  away: 'Rời chỗ, không gọi được',
  network: 'Mất mạng, treo máy',
  other: 'Lý do khác',
} as const satisfies Record<string, string>
export type ReleaseReason = keyof typeof releaseReasons

const counts = z.strictObject({
  /** Recorded results, the same figure as 'Số trả kết quả' in 'Tỉ lệ bắt số'. */
  calls: z.int(),
  /** All of these except 'Không bắt máy' and 'Không liên lạc được'. */
  reached: z.int(),
  agreed: z.int(),
})
export type FloorCounts = z.output<typeof counts>

const person = z.strictObject({
  id: z.string(),
  username: z.string(),
  fullname: z.string(),
  /** Account id of the leader, or of the branch without one; a key of `groups`. Null for headquarters. */
  group: z.nullable(z.string()),
  state: keyOf(floorStates),
  /** When the current state began: the number in hand was taken, or the last one was returned. Null before the first number of the day. */
  since: z.nullable(instant),
  /** The number in hand, masked for the viewer's role, with the fields that `release` needs. */
  inHand: z.nullable(z.strictObject({ customer: z.string(), version: z.int(), phone: z.string() })),
  hour: counts,
  /** Seconds without a number in hand within this hour. Like `overdue`, computed at the person's last change, at most a minute ago. */
  idleSeconds: z.int(),
  day: counts,
  /** Calls of each hour of today, 0 to 23. */
  byHour: z.array(z.int()),
  /** Appointments past their time. */
  overdue: z.int(),
  /** Appointments until the end of today, the overdue ones included. */
  appointments: z.int(),
  /** All appointments; a hand-over moves them too. */
  promised: z.int(),
  /** Uncalled numbers assigned to the person. */
  left: z.int(),
  /** Whether the person may also draw from numbers of the group, branch or file today, and so does not run out with the own ones. */
  shared: z.boolean(),
  /** When the person's own numbers run out today at today's pace; null when they last, the pace is unknown, or `shared` is set. */
  endsAt: z.nullable(instant),
  /** Whether the own numbers last for today; false when unknown or `shared`. */
  enough: z.boolean(),
  /** Reasons for needing help, most urgent first; empty when none. */
  help: z.array(keyOf(floorHelp)),
})
export type FloorPerson = z.output<typeof person>

const bar = z.strictObject({ hour: z.int(), calls: z.int(), reached: z.int() })

const sums = z.strictObject({
  people: z.int(),
  states: z.record(keyOf(floorStates), z.int()),
  hour: counts,
  idleSeconds: z.int(),
  day: counts,
  overdue: z.int(),
  appointments: z.int(),
  left: z.int(),
  /** When all numbers together run out today at today's pace; null when they last, or the pace is unknown. */
  endsAt: z.nullable(instant),
  /** Calls from the first to the present hour of the day, the empty ones between included. */
  bars: z.array(bar),
})
export type FloorSums = z.output<typeof sums>

const floor = z.strictObject({
  at: instant,
  /** Cursor of this answer; a reader sends it back as `since`. */
  mark: z.string(),
  /** Whether `people` is complete; otherwise it holds only those changed since the given mark (`withChanges`). */
  whole: z.boolean(),
  /** Start of the hour that `hour` counts. */
  hourStart: instant,
  /** Title of the displayed unit: 'Nhóm …', 'Chi nhánh …', 'Toàn công ty'. */
  title: z.string(),
  /** People who need help come first, by urgency; then the others by name (subjects/calling/decisions/floor.md). */
  people: z.array(person),
  groups: z.array(z.strictObject({ id: z.string(), username: z.string(), fullname: z.string() })),
  sums,
  /** Whether the list was cut off; the sums cover everybody. */
  more: z.boolean(),
})
export type Floor = z.output<typeof floor>

const vietnamese = new Intl.Collator('vi')
type Named = Pick<FloorPerson, 'username' | 'fullname'>

/** By full name. */
export const byName = (a: Named, b: Named): number =>
  vietnamese.compare(a.fullname, b.fullname) || vietnamese.compare(a.username, b.username)

const urgencies = Object.keys(floorHelp) as FloorHelp[]
const urgencyOf = ({ help: [first] }: Pick<FloorPerson, 'help'>): number =>
  first ? urgencies.indexOf(first) : urgencies.length

/** People who need help first, by urgency and within one reason by waiting time; then the others by name. */
export const byUrgency = (a: FloorPerson, b: FloorPerson): number =>
  urgencyOf(a) - urgencyOf(b) ||
  (a.help.length > 0 ? (a.since ?? '').localeCompare(b.since ?? '') : 0) ||
  byName(a, b)

/** Applies an answer to the floor it refers to (`former`), and returns the complete floor; an answer may hold only the changed people. */
export function withChanges(former: Floor, answer: Floor): Floor {
  if (answer.whole) return answer
  const changed = new Set(answer.people.map(({ id }) => id))
  const others = former.people.filter(({ id }) => !changed.has(id))
  return { ...answer, whole: true, people: [...others, ...answer.people].toSorted(byUrgency) }
}

/** Both calls use the channel `floor` as cache key; it is published when a number is taken, answered, or changes holder. */
export const readFloor = defineCall({
  method: 'GET',
  path: '/api/v1/sangoi',
  may: 'below5',
  summary: 'What everybody of the scope does now',
  input: z.object({
    /** Id of a leader or branch of the scope; all of it by default. */
    group: z.optional(z.string()),
    /** `mark` of the floor that the reader already has; the answer may then hold only the changed people. */
    since: z.optional(z.string()),
  }),
  answer: floor,
})

const wall = z.strictObject({
  at: instant,
  hourStart: instant,
  title: z.string(),
  /** Sorted by name, never ranked by results. */
  people: z.array(
    z.strictObject({
      /** Null while `floor.wallNames` is off. */
      name: z.nullable(z.string()),
      state: keyOf(floorStates),
      since: z.nullable(instant),
      /** Whether a number is held too long or the person is idle too long. */
      needsHelp: z.boolean(),
    }),
  ),
  sums,
  /** Agreed results up to the same full hour (0 to 23) today and on the previous day; null before the first full hour of work. */
  compared: z.nullable(z.strictObject({ hour: z.int(), today: z.int(), before: z.int() })),
  /** Number of people who run out soon, and when the first of them does. */
  ending: z.strictObject({ people: z.int(), at: z.nullable(instant) }),
})
export type FloorWall = z.output<typeof wall>

export const readWall = defineCall({
  method: 'GET',
  path: '/api/v1/sangoi/manhinh',
  may: 'below5',
  summary: 'The floor for a big screen: sums and people, without phones, by setting without names',
  input: z.object({ group: z.optional(z.string()) }),
  answer: wall,
})

export const release = defineCall({
  method: 'POST',
  path: '/api/v1/sangoi/:id/nha',
  may: 'below5',
  summary: 'Takes the number out of the hand of a person and puts it back where it came from',
  input: z.object({
    /** Account id of the person. */
    id: z.string(),
    /** Customer and version from `inHand`; refused when the person has another number in hand by now. */
    customer: z.string(),
    version: z.int(),
    reason: keyOf(releaseReasons),
    /** Required with reason 'other'. */
    note: z.optional(z.string()),
  }),
  answer: z.strictObject({ customer: z.string() }),
})

const handed = z.strictObject({
  numbers: z.int(),
  appointments: z.int(),
  /** Recipients with their quantities; each is a hand-over of 'Bàn giao số' and can be undone there. */
  to: z.array(
    z.strictObject({
      handover: z.string(),
      username: z.string(),
      fullname: z.string(),
      numbers: z.int(),
      appointments: z.int(),
    }),
  ),
})
export type Handed = z.output<typeof handed>

export const moveNumbers = defineCall({
  method: 'POST',
  path: '/api/v1/sangoi/:id/chuyen',
  may: 'below5',
  summary: 'Moves so many uncalled numbers of a person to another of the same branch',
  input: z.object({
    id: z.string(),
    /** Account id of the recipient. */
    to: z.string(),
    numbers: z.int().check(z.minimum(1), z.maximum(100_000)),
  }),
  answer: handed,
})

export const planHandover = defineCall({
  method: 'GET',
  path: '/api/v1/sangoi/:id/bangiao',
  may: 'below5',
  summary: 'Who of the group would get how many numbers of a person, those first who run out soon',
  input: z.object({ id: z.string() }),
  answer: z.strictObject({
    numbers: z.int(),
    appointments: z.int(),
    /** Empty when no member of the group is at work. */
    soon: z.array(
      z.strictObject({
        id: z.string(),
        username: z.string(),
        fullname: z.string(),
        numbers: z.int(),
        appointments: z.int(),
      }),
    ),
  }),
})

export const handOverAll = defineCall({
  method: 'POST',
  path: '/api/v1/sangoi/:id/bangiao',
  may: 'below5',
  summary: 'Hands over all uncalled numbers and appointments of a person',
  input: z.object({
    id: z.string(),
    /** Account id of the single recipient; without it the numbers go to those who run out soonest, as `planHandover` proposes. */
    to: z.optional(z.string()),
  }),
  answer: handed,
})

export const texts = {
  released: 'Đã nhả số',
  releaseFailed: 'không nhả được số',
  notInHand: 'Số này không còn trong tay nhân viên đó',
  needsNote: 'Ghi lý do',
  /** Refusal for a salesperson who records a result after the leader released the number. */
  takenOut: 'Leader đã nhả số này, lấy số khác để gọi tiếp',
  moved: 'Đã chuyển số',
  moveFailed: 'không chuyển được số',
  handedOver: 'Đã bàn giao',
  handFailed: 'không bàn giao được',
  changedMeanwhile: 'Số của người này vừa thay đổi, bàn giao lại',
  noRecipient: 'Trong nhóm không có ai đang gọi để nhận số',
} as const

/** Refusal when a person has fewer uncalled numbers than were to be moved. */
export const tooFew = (left: number): string =>
  left === 0 ? 'Người này không còn số chưa gọi' : `Người này chỉ còn ${left} số chưa gọi`
