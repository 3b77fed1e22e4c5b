/** Reads phone and package out of a bank's text and states how sure that is. Pure: the same text, the same answer. */
import { readPhone } from '../../../contract/phone.ts'
import { foldText } from '../../../contract/text.ts'

/** 'cao': phone and known package side by side; 'vua': read, but look at it; 'thap': nothing is filled in. */
export type Confidence = 'cao' | 'vua' | 'thap'

export type Parsed = {
  /** 9 digits, or null. */
  phone: string | null
  /** A known package as the price table writes it, or null. */
  package: string | null
  confidence: Confidence
  /** A Vietnamese sentence that repeats no number. */
  reason: string
}

/** Known packages by their name without marks, in upper case. */
export type KnownPackages = ReadonlyMap<string, string>

/** The names of the price table as the parser asks for them. */
export const knownPackages = (names: readonly string[]): KnownPackages =>
  new Map(names.map((name) => [foldText(name).toUpperCase(), name]))

type Found = { name: string; note: 'exact' | 'glued' | 'spaced' } | null
type Candidate = { phone: string; start: number; found: Found; unknown: string | null; loose: boolean }

/** How a phone stands in a text: one run of digits with 0 or 84 in front; old numbers have one digit more. */
const runs = /(?<!\d)(?:(?:00|\+)?84|0)(?:[35789]\d{8}|1[2689]\d{8})(?!\d)/g
/** Written in groups as people do: 0912 345 678, 091 234 5678, 0912.34.56.78, +84 912 345 678; a date is none. */
const groups =
  /(?<!\d)(?<!(?<!\d)\d{1,2}\.)(?:(?:\+?84[ .-]?|0)(?:[35789]\d{2}[ .-]\d{3}[ .-]?\d{3}|[35789]\d[ .-]\d{3}[ .-]?\d{4}|[35789]\d{2}(?:[ .-]\d{2}){3})|\+?84[ .-][35789]\d{8})(?!\d)/g
/** The digits of a package that begins with one are glued to the number: 09123456786D60. */
const gluedRuns = /(?<!\d)0[35789]\d{8}(?=\d{1,2}[A-Z])/g
/** The leading 0 was lost; only taken together with a known package. */
const bareRuns = /(?<!\d)[35789]\d{8}(?!\d)/g

/** What stands in front of a number of another kind: an account, a reference. */
const otherNumber = /(?:\bS?TK|TAI KHOAN|\bTU|\bTOI|\bDEN|\bREF|\bTRACE|\bFT|\bMA GD|\bSO GD)[ .:#]*$/

/** The known package at the beginning of `text`, which may be glued to the next word or split by a space. */
function packageAt(text: string, known: KnownPackages): Found {
  const token = /^[A-Z0-9]+/.exec(text)?.[0] ?? ''
  const exact = known.get(token)
  if (exact !== undefined) return { name: exact, note: 'exact' }
  const spaced = /^([A-Z]{1,6})[ .-](\d[A-Z0-9]*)/.exec(text)
  const joined = spaced && known.get(`${spaced[1]}${spaced[2]}`)
  if (joined) return { name: joined, note: 'spaced' }
  // The next word is glued on: the longest known beginning that ends before a letter.
  for (let end = token.length - 1; end > 1; end--) {
    const name = known.get(token.slice(0, end))
    if (name !== undefined && /\d$/.test(token.slice(0, end)) && /[A-Z]/.test(token.charAt(end)))
      return { name, note: 'glued' }
  }
  return null
}

const gap = /^[ .,:;_/|()-]{0,4}/

function candidate(
  text: string,
  start: number,
  digits: string,
  known: KnownPackages,
  loose: boolean,
): Candidate | null {
  const phone = readPhone(digits)
  if (!phone || !/^[35789]/.test(phone)) return null
  const rest = text.slice(start + digits.length).replace(gap, '')
  const before =
    /(?<![A-Z0-9])([A-Z0-9]*[A-Z][A-Z0-9]*)[ .,:;_/-]{1,2}$/.exec(text.slice(0, start))?.[1] ?? ''
  const earlier = known.get(before)
  const after = packageAt(rest, known)
  const found: Found = after ?? (earlier === undefined ? null : { name: earlier, note: 'spaced' })
  if (!found && otherNumber.test(text.slice(Math.max(0, start - 14), start))) return null
  const unknown = /^\d{0,2}[A-Z]{1,6}\d{1,4}[A-Z]{0,3}\b/.exec(rest)?.[0] ?? null
  return { phone, start, found, unknown, loose }
}

function candidates(text: string, pattern: RegExp, known: KnownPackages, loose: boolean): Candidate[] {
  return [...text.matchAll(pattern)].flatMap(
    (match) => candidate(text, match.index, match[0], known, loose) ?? [],
  )
}

/** One candidate for each phone; the one that has a package beside it stands for the others. */
function byPhone(all: readonly Candidate[]): Candidate[] {
  const kept = new Map<string, Candidate>()
  for (const one of all) if (!kept.get(one.phone)?.found) kept.set(one.phone, one)
  return [...kept.values()]
}

function findCandidates(text: string, known: KnownPackages): Candidate[] {
  const plain = byPhone(candidates(text, runs, known, false))
  if (plain.length > 0) return plain
  const loose = byPhone([
    ...candidates(text, groups, known, true),
    ...candidates(text, gluedRuns, known, true).filter(({ found }) => found),
  ])
  if (loose.length > 0) return loose
  return byPhone(candidates(text, bareRuns, known, true).filter(({ found }) => found))
}

/** The one known package that stands as a word of its own anywhere in the text. */
function packageAnywhere(text: string, known: KnownPackages): string | null {
  const names = new Set([...text.matchAll(/[A-Z0-9]+/g)].flatMap(([word]) => known.get(word) ?? []))
  return names.size === 1 ? ([...names][0] ?? null) : null
}

function judge(one: Candidate, text: string, known: KnownPackages): Parsed {
  const { phone, found, unknown, loose } = one
  const read = (name: string | null, confidence: Confidence, reason: string): Parsed => ({
    phone,
    package: name,
    confidence,
    reason,
  })
  if (found?.note === 'exact' && !loose)
    return read(found.name, 'cao', 'Số điện thoại và gói cước đứng cạnh nhau, gói có trong bảng giá')
  if (found?.note === 'exact') return read(found.name, 'vua', 'Số điện thoại viết rời hoặc thiếu số 0 đầu')
  if (found?.note === 'glued') return read(found.name, 'vua', 'Gói cước viết liền với chữ phía sau')
  if (found) return read(found.name, 'vua', 'Gói cước viết rời hoặc đứng trước số điện thoại')
  const apart = packageAnywhere(text, known)
  if (apart !== null) return read(apart, 'vua', 'Gói cước không đứng cạnh số điện thoại')
  if (unknown) return read(null, 'vua', `Gói "${unknown}" không có trong bảng giá`)
  return read(null, 'vua', 'Có số điện thoại, không thấy gói cước')
}

const nothing = (reason: string): Parsed => ({ phone: null, package: null, confidence: 'thap', reason })

/** Phone and package of a transfer's text: '0' and 9 digits and the package, amid whatever the bank adds. */
export function parseContent(content: string, known: KnownPackages): Parsed {
  const text = foldText(content.normalize('NFKC')).toUpperCase()
  const found = findCandidates(text, known)
  const [only] = found
  if (!only) return nothing('Không thấy số điện thoại trong nội dung')
  if (found.length === 1) return judge(only, text, known)
  const paid = found.filter((one) => one.found)
  const [best] = paid
  if (paid.length !== 1 || !best) return nothing(`Có ${found.length} số điện thoại, không rõ số nào được nạp`)
  return {
    ...judge(best, text, known),
    confidence: 'vua',
    reason: 'Có nhiều số điện thoại, lấy số đứng cạnh gói cước',
  }
}
