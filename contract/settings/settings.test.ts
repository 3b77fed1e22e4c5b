/** Every setting reads what is typed and refuses the rest with a sentence that names it. */
import { expect, test } from 'vitest'
import { defaultOf, settingOf, settings, type SettingKey } from './catalogue.ts'
import { readSetting, showSetting } from './kinds.ts'

const read = (key: SettingKey, raw: unknown, offered?: readonly string[]) =>
  readSetting(raw, settings[key], offered)

test('the six keys of refunds and top-ups stand with their defaults (D2-SET-02 to 08, D2-CFG-01 to 06)', () => {
  const channels = [
    'kenh_hoan_tien',
    'kenh_hoan_tien_tra_sau',
    'kenh_nap_chiet_khau',
    'kenh_nap_chiet_khau_tra_sau',
  ]
  for (const key of channels as SettingKey[]) expect(defaultOf(key)).toBe('khong_qua_api')
  for (const key of ['ti_le_chiet_khau', 'ti_le_chiet_khau_tra_sau'] as const) expect(defaultOf(key)).toBe(0)
  expect(defaultOf('kenh_doi_tac_ds')).toEqual(['doitac1.example', 'doitac2.example'])
})

test('every default is a value that its setting allows', () => {
  for (const [key, setting] of Object.entries(settings)) {
    const offered = setting.kind === 'choice' ? setting.options.map(({ value }) => value) : []
    expect([key, readSetting(setting.default, setting, offered)]).toEqual([
      key,
      { ok: true, value: setting.default },
    ])
  }
})

test('a discount is at least 0 and below 100 (D2-Q-93)', () => {
  expect(read('ti_le_chiet_khau', '7,5')).toEqual({ ok: true, value: 7.5 })
  expect(read('ti_le_chiet_khau', 0)).toEqual({ ok: true, value: 0 })
  for (const raw of [100, -1, 'bảy', '', null, 7.555])
    expect(read('ti_le_chiet_khau', raw)).toMatchObject({
      ok: false,
      why: expect.stringContaining('Chiết khấu trả trước'),
    })
})

test('thousands separators are stripped from whole numbers (D2-SET-11)', () => {
  expect(read('lookup.perHour', '1,000')).toEqual({ ok: true, value: 1000 })
  expect(read('lookup.perHour', '60.5')).toMatchObject({ ok: false })
})

test('a channel is one of those offered', () => {
  expect(read('kenh_hoan_tien', 'doitac1.example', ['khong_qua_api', 'doitac1.example']).ok).toBe(true)
  expect(read('kenh_hoan_tien', 'somewhere.else', ['khong_qua_api']).ok).toBe(false)
})

test('hours, lists and levels are read or refused', () => {
  expect(read('lookup.until', '24:00').ok).toBe(true)
  expect(read('lookup.from', '7:00').ok).toBe(false)
  expect(read('noRefundPrefixes', 'HNIMB,  QCMB ,HNIMB')).toEqual({ ok: true, value: ['HNIMB', 'QCMB'] })
  expect(read('noRefundPrefixes', [1]).ok).toBe(false)
  expect(read('restrictedPriorities', [7, 5])).toEqual({ ok: true, value: [5, 7] })
  expect(read('restrictedPriorities', [1, 5]).ok).toBe(false)
  expect(read('restrictedPriorities', [6]).ok).toBe(false)
})

test('a value is shown in words, an unknown key has no setting', () => {
  expect(showSetting([5, 7], settings.restrictedPriorities)).toBe('Nhân viên, Đối tác')
  expect(showSetting(1, settings['baodo.autoResult'])).toBe('Bật')
  expect(showSetting('khong_qua_api', settings.kenh_hoan_tien)).toBe('Không qua API')
  expect(showSetting(7.5, settings.ti_le_chiet_khau)).toBe('7.5 %')
  expect(settingOf('toString')).toBeUndefined()
})
