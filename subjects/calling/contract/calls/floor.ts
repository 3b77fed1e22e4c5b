/** 'Sàn gọi': what everybody of a scope does now, and what a leader does about it (D3-FLR). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { instant, nameIn } from '#kit/contract/shapes.ts'

/** What a person does now. There is no telephone line yet, so a number in hand is all that is known of a call. */
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
  /** A number in hand for longer counts as forgotten, in minutes. */
  heldMinutes: 15,
  /** Idle for longer is long, in minutes. */
  idleMinutes: 15,
  /** Own numbers that last for less than this at today's pace are running out, in minutes. */
  endingMinutes: 30,
  /** Who has not taken a number by this time of the day is missed. */
  startsAt: '08:00',
  /** Numbers that last until this time of the day are enough for today. */
  endsAt: '17:30',
  /** Today's pace is measured over at least so many minutes of work. */
  paceMinutes: 15,
} as const

/** Most people of one answer: of more, those who need help first. Its sums are of everybody. */
export const mostFloorPeople = 600

/** Why a leader takes the number out of a person's hand. */
export const releaseReasons = {
  forgot: 'Quên ghi kết quả',
  away: 'Rời chỗ, không gọi được',
  network: 'Mất mạng, treo máy',
  other: 'Lý do khác',
} as const satisfies Record<string, string>
export type ReleaseReason = keyof typeof releaseReasons

const counts = z.strictObject({
  /** Results recorded, as 'Số trả kết quả' of 'Tỉ lệ bắt số'. */
  calls: z.int(),
  /** Of them all but 'Không bắt máy' and 'Không liên lạc được'. */
  reached: z.int(),
  agreed: z.int(),
})
export type FloorCounts = z.output<typeof counts>

const person = z.strictObject({
  id: z.string(),
  username: z.string(),
  fullname: z.string(),
  /** Id of its leader's account, else of its branch's; a key of `groups`. Null for headquarters. */
  group: z.nullable(z.string()),
  state: nameIn(floorStates),
  /** Since when: the number in hand was taken, or the last one left the hand. Null before the first of the day. */
  since: z.nullable(instant),
  /** The number in hand as the viewer's role sees it, with what `release` asks for. */
  inHand: z.nullable(z.strictObject({ customer: z.string(), version: z.int(), phone: z.string() })),
  hour: counts,
  /** Seconds without a number in hand within this hour; like `overdue` as of the person's last change, at most a minute ago. */
  idleSeconds: z.int(),
  day: counts,
  /** Calls of each hour of today, 0 to 23. */
  byHour: z.array(z.int()),
  /** Appointments that should have been called by now. */
  overdue: z.int(),
  /** Appointments until the end of today, the overdue ones included. */
  appointments: z.int(),
  /** All appointments: what a hand-over takes along. */
  promised: z.int(),
  /** Uncalled numbers of its own. */
  left: z.int(),
  /** Draws today also from numbers of its group, branch or a file, so its own ones are not the end. */
  shared: z.boolean(),
  /** When its own numbers run out today at today's pace; null when they last, the pace is unknown, or it is `shared`. */
  endsAt: z.nullable(instant),
  /** Its own numbers last for today; false when that is unknown, and for who is `shared`. */
  enough: z.boolean(),
  /** Why it needs help, the most urgent first; empty when it is fine. */
  help: z.array(nameIn(floorHelp)),
})
export type FloorPerson = z.output<typeof person>

const bar = z.strictObject({ hour: z.int(), calls: z.int(), reached: z.int() })

const sums = z.strictObject({
  people: z.int(),
  states: z.record(nameIn(floorStates), z.int()),
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
  /** For the next question: `since` of a reader who has this answer. */
  mark: z.string(),
  /** Whether `people` is everybody; else those who have changed since the answer of the mark (`withChanges`). */
  whole: z.boolean(),
  /** Begin of the hour that `hour` counts. */
  hourStart: instant,
  /** The unit that is shown: 'Nhóm …', 'Chi nhánh …', 'Toàn công ty'. */
  title: z.string(),
  /** First who needs help, by urgency; then the others by name (subjects/calling/decisions/floor.md). */
  people: z.array(person),
  groups: z.array(z.strictObject({ id: z.string(), username: z.string(), fullname: z.string() })),
  sums,
  /** Whether people were left out of the list; the sums are of everybody. */
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

/** First who needs help, by urgency, within a reason who has waited longest; then the others by name. */
export const byUrgency = (a: FloorPerson, b: FloorPerson): number =>
  urgencyOf(a) - urgencyOf(b) ||
  (a.help.length > 0 ? (a.since ?? '').localeCompare(b.since ?? '') : 0) ||
  byName(a, b)

/** The whole floor after an answer that may have the changed people alone; `known` is the floor of its mark. */
export function withChanges(known: Floor, answer: Floor): Floor {
  if (answer.whole) return answer
  const changed = new Set(answer.people.map(({ id }) => id))
  const others = known.people.filter(({ id }) => !changed.has(id))
  return { ...answer, whole: true, people: [...others, ...answer.people].toSorted(byUrgency) }
}

/** The cache key of both is the channel `floor`: it is published when a number is taken, answered, or changes hands. */
export const readFloor = defineCall({
  method: 'GET',
  path: '/api/v1/sangoi',
  may: 'below5',
  summary: 'What everybody of the scope does now',
  input: z.object({
    /** Id of a leader or branch of the scope; all of it by default. */
    group: z.optional(z.string()),
    /** `mark` of the floor that the reader has: the answer may then be of the changed people alone. */
    since: z.optional(z.string()),
  }),
  answer: floor,
})

const wall = z.strictObject({
  at: instant,
  hourStart: instant,
  title: z.string(),
  /** In the order of names, never ranked. */
  people: z.array(
    z.strictObject({
      /** Null while `floor.wallNames` is off. */
      name: z.nullable(z.string()),
      state: nameIn(floorStates),
      since: z.nullable(instant),
      /** Needs help: held too long, idle too long. */
      needsHelp: z.boolean(),
    }),
  ),
  sums,
  /** Agreed ones up to the same full hour (0 to 23) today and the day before; null before the first hour of work is full. */
  compared: z.nullable(z.strictObject({ hour: z.int(), today: z.int(), before: z.int() })),
  /** How many run out soon, and when the first of them does. */
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
    /** As `inHand` has them: refused when it is another number by now. */
    customer: z.string(),
    version: z.int(),
    reason: nameIn(releaseReasons),
    /** Needed with 'other'. */
    note: z.optional(z.string()),
  }),
  answer: z.strictObject({ customer: z.string() }),
})

const handed = z.strictObject({
  numbers: z.int(),
  appointments: z.int(),
  /** Who got how many; each is a hand-over of 'Bàn giao số' that can be taken back there. */
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
    /** Account id of who gets them. */
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
    /** Empty when no one of the group is at work. */
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
    /** Account id of who gets everything; without it whoever runs out soon, as `planHandover` says. */
    to: z.optional(z.string()),
  }),
  answer: handed,
})

export const texts = {
  released: 'Đã nhả số',
  releaseFailed: 'không nhả được số',
  notInHand: 'Số này không còn trong tay nhân viên đó',
  needsNote: 'Ghi lý do',
  /** Refusal when a salesperson records a result after the leader released the number. */
  takenOut: 'Leader đã nhả số này, lấy số khác để gọi tiếp',
  moved: 'Đã chuyển số',
  moveFailed: 'không chuyển được số',
  handedOver: 'Đã bàn giao',
  handFailed: 'không bàn giao được',
  changedMeanwhile: 'Số của người này vừa thay đổi, bàn giao lại',
  noRecipient: 'Trong nhóm không có ai đang gọi để nhận số',
} as const

/** Refused when a person has fewer uncalled numbers than are to be moved. */
export const tooFew = (left: number): string =>
  left === 0 ? 'Người này không còn số chưa gọi' : `Người này chỉ còn ${left} số chưa gọi`
