/** Parses phone and package from a bank's text, with a confidence. Pure. */
import { readPhone } from '#kit/contract/phone.ts'
import { foldText } from '#kit/contract/text.ts'

/** 'cao': phone next to a known package; 'vua': found, but to be checked; 'thap': nothing is filled in. */
type Confidence = 'cao' | 'vua' | 'thap'

export type Parsed = {
  /** 9 digits, or null. */
  phone: string | null
  /** A known package in the price table's spelling, or null. */
  package: string | null
  confidence: Confidence
  /** A Vietnamese reason without phone numbers. */
  reason: string
}

/** Known packages, keyed by letters and digits of their name in capitals without diacritics. */
export type KnownPackages = ReadonlyMap<string, string>

/** Package names of the price table for the parser; names without letters and digits are never found. */
export const knownPackages = (names: readonly string[]): KnownPackages =>
  new Map(
    names
      .map((name): [string, string] => [
        foldText(name)
          .toUpperCase()
          .replace(/[^A-Z0-9]/g, ''),
        name,
      ])
      .filter(([key]) => key !== ''),
  )

type FoundPackage = { name: string; note: 'exact' | 'glued' | 'spaced' } | null
type Candidate = {
  phone: string
  foundPackage: FoundPackage
  unknown: string | null
  loose: boolean
  /** Whether the preceding text marks another kind of number. */
  other: boolean
  /** Whether a letter directly precedes it, as in references. */
  glued: boolean
  /** Whether a wallet's transaction number directly precedes it, so that it is the payer's wallet. */
  wallet: boolean
}

/** A phone as one run of digits after 0 or 84; old numbers have one digit more. */
const runs = /(?<!\d)(?:(?:00|\+)?84|0)(?:[35789]\d{8}|1[2689]\d{8})(?!\d)/g
/** Grouped as usual: 0912 345 678, 091 234 5678, 0912.34.56.78, +84 912 345 678; but no date. */
const groups =
  /(?<!\d)(?<!(?<!\d)\d{1,2}\.)(?:(?:\+?84[ .-]?|0)(?:[35789]\d{2}[ .-]\d{3}[ .-]?\d{3}|[35789]\d[ .-]\d{3}[ .-]?\d{4}|[35789]\d{2}(?:[ .-]\d{2}){3})|\+?84[ .-][35789]\d{8})(?!\d)/g
/** Joined to a package that begins with digits: 09123456786D60. */
const gluedRuns = /(?<!\d)0[35789]\d{8}(?=\d{1,2}[A-Z])/g
/** Without the leading 0, or with it after the 84; only accepted next to a known package. */
const bareRuns = /(?<!\d)(?:\+?840)?[35789]\d{8}(?!\d)/g
/** Any grouping with one separator, 09 12 34 56 78; only accepted next to a known package. */
const freeGroups = /(?<![\d.])(?!\d\d([ .-])\d\d\1(?:19|20)\d\d)0[35789]\d*([ .-])\d{2,}(?:\2\d{2,})*(?!\d)/g

/** Text before another kind of number: an account, a reference. */
const otherNumber =
  /(?:\bS?TK(?:THE)?|TAI KHOAN|\bSO THE|\bTU|\bTOI|\bDEN|\bREF|THAM CHIEU|\bTRACE|\bFT|\b(?:MA|SO) (?:GD|KH|GIAO DICH))[ .:#]*$/

/** The same in longer phrases: 'so tai khoan cua toi la', 'hop dong so'; 'ND' starts a new part. */
const otherMatter =
  /(?:\bS?TK|TAI KHOAN|HOP DONG|\bS?HD|\bCCCD|\bCMND|\bCMT|CAN CUOC|HO CHIEU|\bMST|\bTHUE(?! BAO)|MA KHACH HANG)\b(?:(?!\bND\b|NOI DUNG)[^0-9]){0,40}$/

/** A wallet's transaction number: MoMo puts it before the payer's number, as in '100000048749-0987555997'. */
const walletNumber = /(?<![A-Z0-9])1\d{11}[ .-]{1,2}$/
/** Names of wallets; the number in their texts may be the payer's. */
const walletName = /\b(?:MOMO|ZALOPAY|VNPAY|VIETTEL ?MONEY|SHOPEEPAY|VI DIEN TU)\b/

/** Words of texts that are no orders; 'Huy' and 'Dung' may be names, 'thue bao' a phone. */
const notAnOrder: readonly [pattern: RegExp, reason: string][] = [
  [
    /(?:^|[^A-Z\s])\s*HUY\b|\bHUY (?:GOI|DON|DANG|DK|DICH|BO|GD|GIAO|CUOC|SIM|THUE)|\b(?:XIN|CAU|MUON|NGHI|DA) HUY\b|\bNGUNG\b|\bKHONG (?:DANG|DK|MUA|NAP|LAY|DUNG|CAN|SU|MUON|GIA HAN)\b|\b(?:TAM|XIN) DUNG\b|\bDUNG (?:DANG|DK|GIA HAN|MUA|NAP|LAY)\b|\bDOI Y\b(?! KIEN)/,
    'Nội dung nói về huỷ hoặc ngừng gói',
  ],
  [
    /\bHOAN (?:TIEN|LAI|TRA|PHI|GOI)\b|\b(?:TRA|XIN|DOI|LAY) LAI\b|\b(?:CHUYEN|CK|NAP|GUI) NHAM\b|\bREFUND\b/,
    'Nội dung nói về hoàn hoặc trả lại tiền',
  ],
  [/\bTHUE\b(?! BAO)|\bMST\b/, 'Nội dung nói về thuế'],
  [/\bRUT (?:DON|LAI|TIEN|VON|HO SO)\b|\bXIN RUT\b/, 'Nội dung nói về rút đơn hoặc rút tiền'],
  [/\bBH(?:XH|YT|TN)\b|\bBAO HIEM\b/, 'Nội dung nói về bảo hiểm'],
  [/\bDON HANG\b|\bMA (?:DON|VAN DON)\b|\bVAN DON\b/, 'Nội dung nói về đơn hàng'],
  [/\bHOP DONG\b|\bS?HD\b|\bHD ?DT\b|\bHOA DON\b/, 'Nội dung nói về hợp đồng hoặc hoá đơn'],
  [/\bTRA GOP\b|\bTRA NO\b|\bKHOAN VAY\b|\bVAY TIEN\b/, 'Nội dung nói về trả góp hoặc khoản vay'],
  [/\bCCCD\b|\bCMND\b|\bCMT\b|\bCAN CUOC\b|\bHO CHIEU\b|\bPASSPORT\b/, 'Nội dung nói về giấy tờ tuỳ thân'],
]

/** Words of banks that may be joined to the customer's text: 'C90NCT tu 123'. */
const wordsOfBanks = /^(?:CT|CK|GD|FT|ND|TU|TOI|CHUYEN|TRACE|REF|MBVCB)/

/** The known package at the start of `text`, also joined to the next word or split by spaces. */
function packageAt(text: string, packages: KnownPackages): FoundPackage {
  const token = /^[A-Z0-9]+/.exec(text)?.[0] ?? ''
  const exact = packages.get(token)
  if (exact !== undefined) return { name: exact, note: 'exact' }
  // Split by spaces: VD 90, THAN THIET 90.
  const words = /^[A-Z0-9]+(?:[ .-][A-Z0-9]+){1,4}/.exec(text)?.[0].split(/[ .-]/) ?? []
  for (let count = words.length; count > 1; count--) {
    const name = packages.get(words.slice(0, count).join(''))
    if (name !== undefined) return { name, note: 'spaced' }
  }
  // Joined to the next word: the longest known prefix that ends before a letter, or before a word of the bank.
  for (let end = token.length - 1; end > 1; end--) {
    const name = packages.get(token.slice(0, end))
    const suffix = token.slice(end)
    const ends = /\d$/.test(token.slice(0, end)) ? /^[A-Z]/ : wordsOfBanks
    if (name !== undefined && ends.test(suffix)) return { name, note: 'glued' }
  }
  return null
}

const gap = /^[\s.,:;_/|()-]{0,4}/

function candidate(
  text: string,
  start: number,
  digits: string,
  packages: KnownPackages,
  loose: boolean,
): Candidate | null {
  const phone = readPhone(digits)
  if (!phone || !/^[35789]/.test(phone)) return null
  const following = text.slice(start + digits.length).replace(gap, '')
  const ahead = text.slice(0, start)
  const before = /(?<![A-Z0-9])([A-Z0-9]*[A-Z][A-Z0-9]*)[\s.,:;_/-]{1,2}$/.exec(ahead)?.[1] ?? ''
  const earlier = packages.get(before)
  const after = packageAt(following, packages)
  const packageBeside: FoundPackage =
    after ?? (earlier === undefined ? null : { name: earlier, note: 'spaced' })
  const unknown = /^\d{0,2}[A-Z]{1,6}\d{1,4}[A-Z]{0,3}\b/.exec(following)?.[0] ?? null
  const other = otherNumber.test(ahead.slice(-16)) || otherMatter.test(ahead.slice(-64))
  const wallet = walletNumber.test(ahead.slice(-16))
  return { phone, foundPackage: packageBeside, unknown, loose, other, glued: /[A-Z]$/.test(ahead), wallet }
}

function candidates(text: string, pattern: RegExp, packages: KnownPackages, loose: boolean): Candidate[] {
  return [...text.matchAll(pattern)].flatMap(
    (match) => candidate(text, match.index, match[0], packages, loose) ?? [],
  )
}

/** One candidate per phone, preferably one next to a package. */
function byPhone(candidates: readonly Candidate[]): Candidate[] {
  const byNumber = new Map<string, Candidate>()
  for (const candidate of candidates)
    if (!byNumber.get(candidate.phone)?.foundPackage) byNumber.set(candidate.phone, candidate)
  return [...byNumber.values()]
}

/** A number after a word for an account counts as a phone only next to a package. */
const mayBePhone = ({ foundPackage, other }: Candidate): boolean => foundPackage !== null || !other

const beside = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(({ foundPackage }) => foundPackage)

/** Possible phones; looser patterns only when stricter ones find nothing. */
function findCandidates(text: string, packages: KnownPackages): Candidate[] {
  const usual = [
    ...candidates(text, runs, packages, false),
    ...candidates(text, groups, packages, true),
    ...beside(candidates(text, gluedRuns, packages, true)),
  ]
  if (usual.some(mayBePhone)) return usual
  const rare = beside([
    ...candidates(text, bareRuns, packages, true),
    ...candidates(text, freeGroups, packages, true),
  ])
  return rare.length > 0 ? rare : usual
}

/** Known packages that are separate words of the text, and those next to a phone. */
const namedPackages = (
  text: string,
  candidates: readonly Candidate[],
  knownNames: KnownPackages,
): Set<string> =>
  new Set([
    ...[...text.matchAll(/[A-Z0-9]+/g)].flatMap(([word]) => knownNames.get(word) ?? []),
    ...candidates.flatMap(({ foundPackage }) => foundPackage?.name ?? []),
  ])

/** Whether the text means more than one of the package: 'VD90 x2', '2 x VD90', 'VD90 2 thang'. */
function several(text: string, foundPackage: FoundPackage): boolean {
  const name =
    foundPackage?.name &&
    foldText(foundPackage.name)
      .toUpperCase()
      .split(/[^A-Z0-9]+/)
      .filter(Boolean)
      .join('[ .-]?')
  if (!name) return false
  const many = '(?:[2-9]|[1-9]\\d)'
  return new RegExp(
    `\\b${name}\\s?[(]?(?:X\\s?${many}|[*]\\s?${many}|${many}\\s?X\\b|(?:SL|SO LUONG)\\W{0,2}${many}|${many} (?:THANG|LAN|GOI|CK|CHU KY))(?!\\d)|(?<![\\d])${many}\\s?(?:X|[*]|GOI|LAN|THANG)\\s?${name}\\b`,
  ).test(text)
}

/** Why a phone with its package must be checked, or null. */
function doubtOf(
  { foundPackage, loose, other, glued, wallet }: Candidate,
  names: ReadonlySet<string>,
  text: string,
): string | null {
  const about = notAnOrder.find(([pattern]) => pattern.test(text))
  if (about) return about[1]
  if (wallet || walletName.test(text)) return 'Số có thể là ví của người chuyển, không phải số cần nạp'
  if (names.size > 1) return 'Nội dung nêu nhiều gói cước, lấy gói đứng cạnh số điện thoại'
  if (several(text, foundPackage)) return 'Nội dung nêu gói cước nhiều lần hoặc nhiều tháng'
  if (other) return 'Số đứng sau chữ chỉ tài khoản hoặc mã giao dịch'
  if (glued) return 'Số điện thoại viết liền với chữ phía trước'
  if (loose) return 'Số điện thoại viết rời hoặc thiếu số 0 đầu'
  if (foundPackage?.note === 'glued') return 'Gói cước viết liền với chữ phía sau'
  return foundPackage?.note === 'spaced' ? 'Gói cước viết rời hoặc đứng trước số điện thoại' : null
}

function judge(candidate: Candidate, names: ReadonlySet<string>, text: string): Parsed {
  const { phone, foundPackage, unknown } = candidate
  const look = (name: string | null, reason: string): Parsed => ({
    phone,
    package: name,
    confidence: 'vua',
    reason,
  })
  if (foundPackage) {
    const doubt = doubtOf(candidate, names, text)
    if (doubt !== null) return look(foundPackage.name, doubt)
    const reason = 'Số điện thoại và gói cước đứng cạnh nhau, gói có trong bảng giá'
    return { phone, package: foundPackage.name, confidence: 'cao', reason }
  }
  const [separateName] = names
  if (names.size > 1) return look(null, 'Nội dung nêu nhiều gói cước, không rõ gói nào')
  if (separateName !== undefined) return look(separateName, 'Gói cước không đứng cạnh số điện thoại')
  return look(
    null,
    unknown ? `Gói "${unknown}" không có trong bảng giá` : 'Có số điện thoại, không thấy gói cước',
  )
}

const nothing = (reason: string): Parsed => ({ phone: null, package: null, confidence: 'thap', reason })

/** Parses phone and package from a transfer's text: '0' and 9 digits and the package, among the bank's own words. */
export function parseContent(content: string, packages: KnownPackages): Parsed {
  const text = foldText(content.normalize('NFKC')).toUpperCase()
  const candidates = findCandidates(text, packages)
  const phones = byPhone(candidates.filter(mayBePhone))
  const [only] = phones
  if (!only) {
    return nothing(
      candidates.length > 0
        ? 'Chỉ thấy số tài khoản hoặc mã giao dịch, không thấy số điện thoại'
        : 'Không thấy số điện thoại trong nội dung',
    )
  }
  const names = namedPackages(text, candidates, packages)
  if (phones.length === 1) return judge(only, names, text)
  const paid = beside(phones)
  const [best] = paid
  if (paid.length !== 1 || !best)
    return nothing(`Có ${phones.length} số điện thoại, không rõ số nào được nạp`)
  return {
    ...judge(best, names, text),
    confidence: 'vua',
    reason: 'Có nhiều số điện thoại, lấy số đứng cạnh gói cước',
  }
}
