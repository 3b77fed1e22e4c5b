/** The 29 types of SIM numbers: their rules, and the digits that match (D2-SIMT, D2-SIM-32, D3-SIM-01). */

/** Carriers by the first three digits of their numbers. */
const prefixes = {
  VIETTEL: '086 096 097 098 032 033 034 035 036 037 038 039',
  MOBIFONE: '089 090 093 070 076 077 078 079',
  VINAPHONE: '088 091 094 081 082 083 084 085',
} as const
export type Carrier = keyof typeof prefixes

/** Original carrier of a number; undefined for other carriers. */
export const carrierOf = (number: string): Carrier | undefined =>
  (Object.keys(prefixes) as Carrier[]).find((carrier) =>
    prefixes[carrier].split(' ').includes(number.slice(0, 3)),
  )

/** Input of the rules: ten digits with the 0, carrier, 1 prepaid or 2 postpaid. */
export type SimFacts = { number: string; carrier: string; kind: number }

type Rule = {
  key: string
  label: string
  /** Description of the rule. */
  rule: string
} & (
  | {
      /** Pattern over the ten digits; group `m`, or the whole match, are the digits that match. */
      digits: RegExp
    }
  /** Carrier and kind of numbers that also have a type by digits. */
  | { carrier: Carrier; kind: 1 | 2 }
)

/** In the order of the operation; a number may have several types. */
export const simTypes = [
  { key: 'sim_v90_so_dep', label: 'Sim V90 số đẹp', rule: 'Viettel, trả trước, có số đẹp', carrier: 'VIETTEL', kind: 1 },
  { key: 'sim_c90_so_dep', label: 'Sim C90 số đẹp', rule: 'Mobifone, trả trước, có số đẹp', carrier: 'MOBIFONE', kind: 1 },
  { key: 'sim_vd90_so_dep', label: 'Sim VD90 số đẹp', rule: 'Vinaphone, trả trước, có số đẹp', carrier: 'VINAPHONE', kind: 1 },
  { key: 'sim_tra_sau_vinaphone_so_dep', label: 'Sim trả sau Vinaphone số đẹp', rule: 'Vinaphone, trả sau, có số đẹp', carrier: 'VINAPHONE', kind: 2 },
  { key: 'sim_tra_sau_viettel_so_dep', label: 'Sim trả sau Viettel số đẹp', rule: 'Viettel, trả sau, có số đẹp', carrier: 'VIETTEL', kind: 2 },
  { key: 'sim_tra_sau_mobifone_so_dep', label: 'Sim trả sau Mobifone số đẹp', rule: 'Mobifone, trả sau, có số đẹp', carrier: 'MOBIFONE', kind: 2 },
  { key: 'sim_loc_phat', label: 'Sim lộc phát', rule: 'đuôi 68 hoặc 86', digits: /(68|86)$/ },
  { key: 'sinh_tai_loc_phat', label: 'Sinh tài lộc phát', rule: 'đuôi 1368', digits: /1368$/ },
  { key: 'phat_tai_phat_loc', label: 'Phát tài phát lộc', rule: 'đuôi 8386', digits: /8386$/ },
  { key: 'sim_than_tai', label: 'Sim thần tài', rule: 'đuôi 39 hoặc 79', digits: /(39|79)$/ },
  { key: 'sim_ong_dia', label: 'Sim ông địa', rule: 'đuôi 38 hoặc 78', digits: /(38|78)$/ },
  { key: 'sim_tam_hoa', label: 'Sim tam hoa', rule: 'đuôi đúng ba số giống nhau', digits: /(\d)(?!\1)(?<m>(\d)\3{2})$/ },
  { key: 'sim_tam_hoa_kep', label: 'Sim tam hoa kép', rule: 'đuôi AAABBB', digits: /(\d)\1{2}(?!\1)(\d)\2{2}$/ },
  { key: 'sim_nam_sinh', label: 'Sim năm sinh', rule: 'bốn số cuối từ 1950 đến 2029', digits: /(19[5-9]\d|20[0-2]\d)$/ },
  { key: 'sim_luc_quy', label: 'Sim lục quý', rule: 'đuôi sáu số giống nhau', digits: /(\d)\1{5}$/ },
  { key: 'sim_ngu_quy', label: 'Sim ngũ quý', rule: 'đuôi đúng năm số giống nhau', digits: /(\d)(?!\1)(?<m>(\d)\3{4})$/ },
  { key: 'sim_tu_quy', label: 'Sim tứ quý', rule: 'đuôi đúng bốn số giống nhau', digits: /(\d)(?!\1)(?<m>(\d)\3{3})$/ },
  { key: 'ngu_quy_giua', label: 'Ngũ quý giữa', rule: 'năm số trở lên giống nhau, không ở cuối', digits: /(?<m>(\d)\2{4,})(?!\2)\d/ },
  { key: 'tu_quy_giua', label: 'Tứ quý giữa', rule: 'đúng bốn số giống nhau, không ở cuối', digits: /(\d)(?!\1)(?<m>(\d)\3{3})(?!\3)\d/ },
  { key: 'sim_san_bang_tat_ca', label: 'Sim san bằng tất cả', rule: 'đuôi 6789', digits: /6789$/ },
  { key: 'bon_mua_khong_that_bat', label: 'Bốn mùa không thất bát', rule: 'đuôi 4078', digits: /4078$/ },
  { key: 'sim_doc_nhat_vo_nhi', label: 'Sim độc nhất vô nhị', rule: 'đuôi 1102', digits: /1102$/ },
  { key: 'sim_ganh_dao', label: 'Sim gánh đảo', rule: 'đuôi ABBA', digits: /(\d)(?!\1)(\d)\2\1$/ },
  { key: 'sim_soi_guong', label: 'Sim soi gương', rule: 'đuôi ABCCBA, không phải sáu số giống nhau', digits: /(?!(\d)\1{5}$)(\d)(\d)(\d)\4\3\2$/ },
  { key: 'sim_ganh', label: 'Sim gánh', rule: 'đuôi ABA', digits: /(\d)(?!\1)\d\1$/ },
  { key: 'sim_sanh_tien', label: 'Sim sảnh tiến', rule: 'ba số cuối tăng đều 1', digits: /(012|123|234|345|456|567|678|789)$/ },
  { key: 'sim_lap', label: 'Sim lặp', rule: 'đuôi ABAB', digits: /(\d)(?!\1)(\d)\1\2$/ },
  { key: 'sim_taxi', label: 'Sim taxi', rule: 'đuôi ABCABC hoặc ABABAB, không phải sáu số giống nhau', digits: /(?!(\d)\1{5}$)(?:(\d{3})\2|(\d{2})\3{2})$/ },
  { key: 'sim_kep', label: 'Sim kép', rule: 'đuôi AABB', digits: /(\d)\1(?!\1)(\d)\2$/ },
] as const satisfies readonly Rule[] // prettier-ignore

export type SimType = (typeof simTypes)[number]['key']
/** A range of the ten digits; the end is excluded. */
export type Mark = readonly [from: number, to: number]

const rules: readonly Rule[] = simTypes

/** The digits by which `number` has the type `key`; null without it, and for a type by carrier. */
export function digitsOfType(number: string, key: string): Mark | null {
  const rule = rules.find((one) => one.key === key)
  if (!rule || !('digits' in rule)) return null
  const match = new RegExp(rule.digits, 'd').exec(number)
  return match?.indices?.groups?.m ?? match?.indices?.[0] ?? null
}

/** Whether a type depends on digits, so that it can be searched by. */
export const isByDigits = (key: string): boolean => rules.some((rule) => rule.key === key && 'digits' in rule)

/** Types of a number by the rules, in the order of `simTypes`; empty for a plain number. */
export function typesOf({ number, carrier, kind }: SimFacts): SimType[] {
  const byDigits = simTypes.filter((rule) => 'digits' in rule && rule.digits.test(number))
  const byCarrier = simTypes.filter(
    (rule) => !('digits' in rule) && byDigits.length > 0 && rule.carrier === carrier && rule.kind === kind,
  )
  return [...byCarrier, ...byDigits].map(({ key }) => key)
}

/** Parts of a displayed number with dots, each with whether its digits match one of `keys`. */
export function markedParts(dotted: string, keys: readonly string[]): { text: string; marked: boolean }[] {
  const number = dotted.replaceAll('.', '')
  const marks = keys.map((key) => digitsOfType(number, key)).filter((mark) => mark !== null)
  const isMarked = (digit: number): boolean => marks.some(([from, to]) => digit >= from && digit < to)
  const parts: { text: string; marked: boolean }[] = []
  let digit = 0
  for (const sign of dotted) {
    // A dot between two marked digits is marked too.
    const marked = sign === '.' ? isMarked(digit - 1) && isMarked(digit) : isMarked(digit)
    if (sign !== '.') digit += 1
    const last = parts.at(-1)
    if (last?.marked === marked) last.text += sign
    else parts.push({ text: sign, marked })
  }
  return parts
}
