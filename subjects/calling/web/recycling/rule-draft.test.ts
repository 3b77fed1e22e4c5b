/** The draft over the running rules, and rules in words. */
import { expect, test } from 'vitest'
import { recycledResults } from '#subjects/calling/contract/care-results.ts'
import type { RecycleRule } from '#subjects/calling/contract/calls/recycling.ts'
import { callingRules } from './calling-rules.ts'
import { turnText } from './file-changes.ts'
import { againstRunning, hoursOf } from './preview-cards.tsx'
import { cellsOf, changedCells, drafted, draftOver, faultsOf, withCells } from './rule-draft.ts'
import { fileText, followsRules, partText, untilText } from './rule-words.ts'

const rules: RecycleRule[] = recycledResults.map((status) => ({
  status,
  active: status === 'KBM',
  after_minutes: 240,
  most: 3,
  parts: ['sang', 'trua', 'chieu', 'toi'],
  part: 'other',
  caller: 'any',
  within_days: null,
  until_expiry: true,
}))

test('typed cells become the rules that are sent, the others stay (D3-REC-01)', () => {
  const typed = withCells(rules, {}, 'KBM', { after: '2 giờ', within: '7' })
  const draft = withCells(rules, typed, 'KLLĐ', { active: true })
  expect(changedCells(draft)).toBe(3)
  const { rules: sent, wrong } = drafted(rules, draft)
  expect(wrong).toBe(0)
  expect(sent[0]).toEqual({ ...rules[0], after_minutes: 120, within_days: 7 })
  expect(sent[1]).toEqual({ ...rules[1], active: true })
  expect(sent.slice(2)).toEqual(rules.slice(2))
})

test('a cell equal to the rule in force is no change (D3-REC-01)', () => {
  const there = withCells(rules, {}, 'KBM', { after: '2 giờ' })
  expect(withCells(rules, there, 'KBM', { after: '240 phút' })).toEqual({})
  expect(withCells(rules, {}, 'KBM', { parts: ['sang', 'trua', 'chieu', 'toi'] })).toEqual({})
})

test('after somebody else saved, the typed cells are kept over the new rules (D3-REC-01)', () => {
  const draft = withCells(rules, withCells(rules, {}, 'KBM', { after: '2 giờ' }), 'KLLĐ', { most: '5' })
  const theirs = rules.map((rule) => (rule.status === 'KBM' ? { ...rule, after_minutes: 120 } : rule))
  expect(draftOver(theirs, draft)).toEqual({ KLLĐ: { most: '5' } })
  expect(drafted(theirs, draftOver(theirs, draft)).rules[0]?.after_minutes).toBe(120)
})

test('invalid cells are named and counted (D3-REC-01)', () => {
  const cells = cellsOf(rules[0]!)
  expect(Object.keys(faultsOf({ ...cells, after: '2', most: '1', parts: [], within: '400' }))).toEqual([
    'after',
    'most',
    'parts',
    'within',
  ])
  expect(faultsOf({ ...cells, after: '10 phút' })).toEqual({ after: 'Từ 15 phút đến 30 ngày' })
  expect(faultsOf({ ...cells, after: '31 ngày' })).toEqual({ after: 'Từ 15 phút đến 30 ngày' })
  expect(faultsOf(cells)).toEqual({})
  expect(drafted(rules, { KBM: { after: 'x' }, REJECTED: { most: '' } })).toMatchObject({
    wrong: 2,
    fault: "Không bắt máy: Ghi '2 giờ', '1 ngày' hoặc '30 phút'",
  })
})

test('parts of the day and limits are described in words (D3-REC-01)', () => {
  expect(partText({ part: 'other', parts: ['sang', 'trua', 'chieu', 'toi'] })).toBe('buổi khác')
  expect(partText({ part: 'any', parts: ['toi', 'trua'] })).toBe('trưa, tối')
  expect(partText({ part: 'same', parts: ['sang', 'trua'] })).toBe('cùng buổi: sáng, trưa')
  expect(untilText({ within: '7', until_expiry: true })).toBe('hạn gói, 7 ngày')
  expect(untilText({ within: '', until_expiry: false })).toBe('không hạn')
})

test('a file names the rules that it follows (D3-REC-01)', () => {
  const old = { mode: null, covered: false, rules: [] }
  expect([followsRules(old), fileText(old, true)]).toEqual([
    false,
    { word: 'file của trước', more: 'chưa bật' },
  ])
  expect(fileText(old, false)).toEqual({ word: 'theo mặc định', more: 'đang tắt' })
  expect(followsRules({ mode: null, covered: true })).toBe(true)
  expect(followsRules({ mode: 'off', covered: false })).toBe(false)
  const ownRules = rules.map((rule) => ({ ...rule, most: 4, parts: ['trua' as const, 'toi' as const] }))
  expect(fileText({ mode: 'own', covered: true, rules: ownRules }, true)).toEqual({
    word: 'riêng',
    more: 'trưa, tối, 4 lần',
  })
})

test('the question before a file is switched on says how many numbers come back (D3-REC-01)', () => {
  const file = { FileName: 'thang-10.xlsx', waiting: { KBM: 1000, KLLĐ: 64, KEEP: 0, REJECTED: 0 } }
  expect(turnText(file, 92)).toContain('1,064 số đang chờ, hôm nay về thêm 92 số')
  expect(turnText(file, 0)).toContain('hôm nay chưa có số nào về thêm')
})

test('the difference to the rules in force has its sign (D3-REC-01)', () => {
  expect(againstRunning(395, 338)).toBe('+57 so với luật đang chạy')
  expect(againstRunning(300, 1338)).toBe('−1,038 so với luật đang chạy')
})

test('the preview has every hour from now until the last one with numbers (D3-REC-01)', () => {
  const hours = [{ hour: 17, byDefault: 5, byOwn: 2 }]
  expect(
    hoursOf({ at: '2026-11-20T08:40:00Z', hours }).map(({ hour, byDefault }) => [hour, byDefault]),
  ).toEqual([
    [15, 0],
    [16, 0],
    [17, 5],
  ])
})

test('calling rules of the settings are described in words, with one limit or none (D3-RULE-01, D3-RULE-02)', () => {
  const of = (values: Record<string, string | number>) =>
    callingRules(Object.entries(values).map(([key, value]) => ({ key, value })))
  expect(
    of({ 'care.from': '08:00', 'care.until': '21:00', 'care.callsPerPhone': 3, 'care.callsPerDays': 7 }),
  ).toEqual({
    hoursText: 'Giờ gọi 08:00–21:00',
    mostText: '3 lần trong 7 ngày',
    from: '08:00',
  })
  expect(
    of({ 'care.from': '', 'care.until': '21:00', 'care.callsPerPhone': 3, 'care.callsPerDays': '' }),
  ).toEqual({
    hoursText: 'Giờ gọi đến 21:00',
    mostText: '',
    from: '',
  })
})
