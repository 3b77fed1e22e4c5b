/** Each of the 29 types with matching and non-matching numbers, and the digits that match. */
import { expect, test } from 'vitest'
import { carrierOf, markedParts, digitsOfType, simTypes, typesOf } from './sim-types.ts'

/** Key → a number of the type with its digits marked, and a similar one that does not match. */
const byDigits: Record<string, [id: string, example: string, counter: string]> = {
  sim_loc_phat: ['D2-SIMT-07', '09123415[68]', '0912341569'],
  sinh_tai_loc_phat: ['D2-SIMT-08', '091234[1368]', '0912342368'],
  phat_tai_phat_loc: ['D2-SIMT-09', '091234[8386]', '0912348368'],
  sim_than_tai: ['D2-SIMT-10', '09123415[79]', '0912341597'],
  sim_ong_dia: ['D2-SIMT-11', '09123415[38]', '0912341583'],
  sim_tam_hoa: ['D2-SIMT-12', '0912341[555]', '0912345555'],
  sim_tam_hoa_kep: ['D2-SIMT-13', '0912[777888]', '0912777777'],
  sim_nam_sinh: ['D2-SIMT-14', '091234[1998]', '0912341949'],
  sim_luc_quy: ['D2-SIMT-15', '0912[555555]', '0912455555'],
  sim_ngu_quy: ['D2-SIMT-16', '09123[55555]', '0912555555'],
  sim_tu_quy: ['D2-SIMT-17', '091234[5555]', '0912355555'],
  ngu_quy_giua: ['D2-SIMT-18', '0[88888]1998', '0912355555'],
  tu_quy_giua: ['D2-SIMT-19', '091[6666]278', '0916666627'],
  sim_san_bang_tat_ca: ['D2-SIMT-20', '091234[6789]', '0912346798'],
  bon_mua_khong_that_bat: ['D2-SIMT-21', '097360[4078]', '0973604087'],
  sim_doc_nhat_vo_nhi: ['D2-SIMT-22', '097360[1102]', '0973601120'],
  sim_ganh_dao: ['D2-SIMT-23', '094502[8338]', '0945028888'],
  sim_soi_guong: ['D2-SIMT-24', '0945[123321]', '0945333333'],
  sim_ganh: ['D2-SIMT-25', '0918525[898]', '0918525888'],
  sim_sanh_tien: ['D2-SIMT-26', '0896213[678]', '0896213890'],
  sim_lap: ['D2-SIMT-27', '091905[6868]', '0919056666'],
  sim_taxi: ['D2-SIMT-28', '0966[338338]', '0966333333'],
  sim_kep: ['D2-SIMT-29', '090716[3388]', '0907163333'],
}

const carriers = [
  ['D2-SIMT-01', 'sim_v90_so_dep', 'VIETTEL', 1],
  ['D2-SIMT-02', 'sim_c90_so_dep', 'MOBIFONE', 1],
  ['D2-SIMT-03', 'sim_vd90_so_dep', 'VINAPHONE', 1],
  ['D2-SIMT-04', 'sim_tra_sau_vinaphone_so_dep', 'VINAPHONE', 2],
  ['D2-SIMT-05', 'sim_tra_sau_viettel_so_dep', 'VIETTEL', 2],
  ['D2-SIMT-06', 'sim_tra_sau_mobifone_so_dep', 'MOBIFONE', 2],
] as const

const bare = (marked: string): string => marked.replace(/[[\]]/g, '')
const nobody = { carrier: 'VNPAY', kind: 1 }
const bracketed = (dottedNumber: string, keys: readonly string[]): string =>
  markedParts(dottedNumber, keys)
    .map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join('')

test('the 29 type keys exist once each, with a text for their rule (D2-SIM-32, D2-SIMT-01 to 29)', () => {
  expect(simTypes.map(({ key }) => key)).toEqual([
    ...carriers.map(([, key]) => key),
    ...Object.keys(byDigits),
  ])
  expect(new Set(simTypes.map(({ label }) => label)).size).toBe(29)
  expect(simTypes.every(({ rule }) => rule.length > 5)).toBe(true)
})

test.each(Object.entries(byDigits))(
  '%s: an example has its digits, and a counterexample does not match (D2-SIMT-07 to 29, D3-SIM-01)',
  (key, [, example, counter]) => {
    expect(typesOf({ number: bare(example), ...nobody })).toContain(key)
    expect(bracketed(bare(example), [key])).toBe(example)
    expect(typesOf({ number: counter, ...nobody })).not.toContain(key)
    expect(digitsOfType(counter, key)).toBeNull()
  },
)

test.each(carriers)(
  '%s %s: nice numbers belong to one carrier and kind (D2-SIMT-01 to 06)',
  (_, key, carrier, kind) => {
    expect(typesOf({ number: '0912340068', carrier, kind })).toEqual([key, 'sim_loc_phat'])
    expect(typesOf({ number: '0912340068', carrier, kind: 3 - kind })).not.toContain(key)
    // A number without matching digits is a plain one.
    expect(typesOf({ number: '0912340157', carrier, kind })).toEqual([])
    expect(digitsOfType('0912340068', key)).toBeNull()
  },
)

test('the digits of all types of a number are marked, also across dots (D3-SIM-01)', () => {
  expect(bracketed('0912.341.368', ['sim_vd90_so_dep', 'sim_loc_phat', 'sinh_tai_loc_phat'])).toBe(
    '0912.34[1.368]',
  )
  expect(bracketed('0888.88.1998', ['ngu_quy_giua', 'sim_nam_sinh'])).toBe('0[888.88.1998]')
  expect(bracketed('0888.881.578', ['ngu_quy_giua', 'sim_ong_dia'])).toBe('0[888.88]1.5[78]')
  expect(bracketed('0912.345.157', [])).toBe('0912.345.157')
})

test('a carrier is recognised by the first three digits', () => {
  expect(['0912341368', '0903777888', '0867418888', '0561234567'].map(carrierOf)).toEqual([
    'VINAPHONE',
    'MOBIFONE',
    'VIETTEL',
    undefined,
  ])
})
