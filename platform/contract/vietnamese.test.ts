/** Every shown text of a declaration or message is Vietnamese (D2-ROLE-01). */
import { codeTabs } from './code-tabs.ts'
import { expect, test } from 'vitest'
import { bankNames } from '#subjects/people/contract/banks.ts'
import { messages } from './messages.ts'
import { refusals } from './refusals.ts'
import { reports } from './reports/index.ts'
import { resources } from './lists/index.ts'
import { screenNames, screenOf } from './screens.ts'
import { settings } from './settings/catalogue.ts'

/** Terms in use in the operation, and Vietnamese words without diacritics. */
const plain = new Set(
  `${codeTabs.map(({ type }) => type).join('|')}|9084 (3)|9084 (4)|9084 (CU_PHAP_3)|9332|ketqua|import|mfy|Mfy|HT0|HT1|HT2|HT3|HT4|G1|G2|G3|T1|T2|T3
MC|MG|STT|API|BHXH|VAS|Sim|Sim taxi|Sim tam hoa|Mobifone|Vinaphone|Viettel|*6868, 09?.123, 1990|Doanh thu|Doanh thu VAS|Truy thu
TRUY THU|Blacklist|Logo|%|Chia data|Upload chia data|Upload|file|Xong`.split(/[|\n]/),
)
const keys = [
  'label',
  'title',
  'noun',
  'short',
  'message',
  'done',
  'failed',
  'ask',
  'text',
  'refusal',
  'empty',
  'unit',
  'placeholder',
]

/** The texts under properties that are shown. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? (keys.includes(key) ? [inner] : []) : textsIn(inner),
  )
}

/** Banks have their own names, with their code if users may search for it. */
const isVietnamese = (text: string): boolean =>
  plain.has(text) || bankNames.includes(text.replace(/ \(\d{6}\)$/, '')) || /[^\p{ASCII}]/u.test(text)

test('messages, menus, fields, actions and settings are in Vietnamese (D2-ROLE-01)', () => {
  const messageTexts = Object.values({ ...messages, ...refusals }).flatMap((text: unknown) =>
    typeof text === 'string' ? [text] : [],
  )
  const menu = screenNames.flatMap((name) => [screenOf(name).label, screenOf(name).title ?? ''])
  const declared = [...resources, ...reports, ...Object.values(settings)].flatMap((one) => textsIn(one))
  const texts = [...messageTexts, ...menu, ...declared].filter((text) => text !== '')
  expect(texts.length).toBeGreaterThan(700)
  expect(texts.filter((text) => !isVietnamese(text))).toEqual([])
  expect(['Save failed', 'Status'].filter(isVietnamese)).toEqual([])
})
