/** Schemas of the carrier's responses; dates and instants are converted, anything invalid is garbage. */
import * as z from 'zod/mini'
import { readDate, readInstant } from '#kit/contract/dates.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { cleanText } from '#kit/contract/text.ts'
import type { LookupAnswers, LookupKind } from '#subjects/registrations/contract/calls/lookup.ts'

const text = z.string().check(z.maxLength(2000))
const dong = z.int()
const count = z.int().check(z.nonnegative())

/** A text parsed by `parse`; an invalid one makes the whole response garbage. */
const parsedText = (parse: (raw: unknown) => string | null) =>
  z.pipe(
    text,
    z.transform((raw, context) => {
      const value = parse(raw)
      if (value !== null) return value
      context.issues.push({ code: 'custom', message: 'no date', input: raw })
      return z.NEVER
    }),
  )
const day = z.nullable(parsedText(readDate))
const instant = parsedText(readInstant)
const NUMBER_PHONE = text

/** Most rows of one response; more is garbage. */
const mostRows = 2000
const listOf = <T extends z.ZodMiniType>(row: T) => z.array(row).check(z.maxLength(mostRows))

const registrable = z.object({
  PackageCode: text,
  FromDate: day,
  ToDate: day,
  SyntaxRegister: text,
  RegisterExpire: day,
})
const registered = z.object({ PACKAGE_NAME: text, START_DATE: day, END_DATE: day })
const cycle = z.object({
  NumberType: text,
  NumberCurrentPackage: text,
  NumberPackageRegisterDate: day,
  NumberPackageRegisterExpire: day,
  CurrentCycle: count,
  NumberFreeCycleLeft: count,
  Status: text,
})
const shortMessage = z.object({ content: text, datetime: instant, receiver: text, sender: text, type: text })
const message = z.object({
  ISDN: text,
  ActionType: z.enum(['I', 'O']),
  NumberService: text,
  SystemSource: text,
  SMSSyntax: text,
  SMSContent: text,
  ActionTime: instant,
})

export const answers: { [K in LookupKind]: z.ZodMiniType<LookupAnswers[K]> } = {
  package: z.object({ NUMBER_PHONE, PaginateNumber: count, FinalDataList: listOf(registrable) }),
  balance: z.object({ NUMBER_PHONE, balance: dong }),
  info: z.object({
    NUMBER_PHONE,
    NUM_TYPE: text,
    PHONE_BALANCE: z.nullable(dong),
    SIM_TYPE: text,
    CURRENT_PACKAGE: text,
    NUMBER_CONTRACT_DATE: day,
    NUMBER_LIMIT: z.nullable(dong),
    NUMBER_LIMIT_F1: z.nullable(dong),
    NUMBER_TYPE: z.optional(text),
    PACKAGE_DATA: listOf(registered),
  }),
  history: z.object({ NUMBER_PHONE, values: listOf(cycle) }),
  '9279': z.object({ NUMBER_PHONE, values: listOf(shortMessage) }),
  messages999: z.object({ NUMBER_PHONE, PaginateNumber: count, FinalDataList: listOf(message) }),
}

/** Envelope of every response: the request it belongs to, and the data. */
export const envelope = z.object({ request_id: z.string(), data: z.looseObject({ NUMBER_PHONE }) })

/** Rows of one page of the result feed; more is garbage. */
export const feedRows = 500

/** A page of registration results; rows are parsed separately, so that an invalid one does not block the others. */
export const feedPage = z.object({
  request_id: z.string(),
  data: z.object({
    rows: z.array(z.unknown()).check(z.maxLength(feedRows)),
    cursor: z.string().check(z.maxLength(200)),
    more: z.boolean(),
  }),
})

/** Text without characters that PostgreSQL refuses. */
const clean = (maxLength: number) =>
  z.pipe(
    z.string().check(z.maxLength(maxLength)),
    z.transform((raw: string) => cleanText(raw)),
  )
const code = (maxLength: number) => z.pipe(clean(maxLength), z.string().check(z.minLength(1)))

/** A registration result from the carrier; `staff` is the contract's username, if any. */
export const resultRow = z.object({
  SubAgent: code(32),
  NumberPhone: parsedText(readPhone),
  PackageCode: code(64),
  Price: z.int().check(z.nonnegative()),
  Time: instant,
  Status: z.int().check(z.gte(-2147483648), z.lte(2147483647)),
  Result: clean(2000),
  staff: z.optional(z.nullable(clean(255))),
})
