/** The filters of the stock in words, and whether a key press means taking a price step back. */
import { showField } from '#kit/contract/kinds.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { formatMoney, readMoney } from '#kit/contract/money.ts'
import type { Filters } from '#kit/web/filters/list-state.ts'

const { nha_mang, number_type, types, trang_thai } = simso.fields

const money = (text: string): string => {
  const amount = readMoney(text)
  return amount === null ? text : formatMoney(amount)
}

const inWords: Readonly<Record<string, (value: string) => string>> = {
  so_dien_thoai: (value) => `số ${value}`,
  nha_mang: (value) => showField(value, nha_mang),
  number_type: (value) => showField(Number(value), number_type),
  loai_sim: (value) => showField(value, types),
  trang_thai: (value) => showField(value, trang_thai),
  gia_tu: (value) => `giá từ ${money(value)}`,
  gia_den: (value) => `giá đến ${money(value)}`,
  bo_so: (value) => `không có số ${[...value].join(', ')}`,
  ngay_sinh: (value) => `ngày sinh ${value}`,
}

/** 'Viettel; Sim lộc phát; Còn sim'; '' without any. */
export const filterWords = (filters: Filters): string =>
  Object.entries(inWords)
    .flatMap(([name, words]) => (filters[name] ? [words(filters[name])] : []))
    .join('; ')
