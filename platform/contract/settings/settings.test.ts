/** Every setting reads valid input and refuses the rest with a sentence that names the setting. */
import { expect, test } from 'vitest'
import { bankCode, bankNames } from '#subjects/people/contract/banks.ts'
import { importable } from '../lists/importable.ts'
import { defaultOf, settingOf, settings, publicSettingKeys, type SettingKey } from './catalogue.ts'
import { readSetting, showSetting } from './kinds.ts'
import { sampleFormKey } from './sample-form-key.ts'
import { readPublicSettings } from './public-settings.ts'
import { spanFault } from '#subjects/settings/contract/settings/spans.ts'

const read = (key: SettingKey, raw: unknown, offered?: readonly string[]) =>
  readSetting(raw, settings[key], offered)

test('the six settings of refunds and top-ups have their defaults (D2-SET-02 to 08, D2-CFG-01 to 06)', () => {
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

test('partners, matching window and restricted priorities have their defaults (D2-CFG-07, D2-CFG-11, D2-CFG-21)', () => {
  expect(defaultOf('kenh_doi_tac_ds')).toEqual(['doitac1.example', 'doitac2.example'])
  expect(defaultOf('doi_soat_so_ngay_khop')).toBe(31)
  expect(defaultOf('restrictedPriorities')).toEqual([5, 7])
})

test('limits have their defaults (D3-SEC-07, D3-SEC-11, D3-SIM-07)', () => {
  expect(defaultOf('export.confirmRows')).toBe(20_000)
  expect(defaultOf('refund.waitingLimit')).toBe(50)
  expect(defaultOf('sim.orderLimit')).toBe(20)
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
      reason: expect.stringContaining('Chiết khấu trả trước'),
    })
})

test('thousands separators are stripped from whole numbers (D2-SET-11)', () => {
  expect(read('lookup.perHour', '1,000')).toEqual({ ok: true, value: 1000 })
  expect(read('lookup.perHour', '60.5')).toMatchObject({ ok: false })
})

test('a channel must be one of those offered', () => {
  expect(read('kenh_hoan_tien', 'doitac1.example', ['khong_qua_api', 'doitac1.example']).ok).toBe(true)
  expect(read('kenh_hoan_tien', 'somewhere.else', ['khong_qua_api']).ok).toBe(false)
})

test('hours, lists and priorities are read or refused', () => {
  expect(read('lookup.until', '24:00').ok).toBe(true)
  expect(read('lookup.from', '7:00').ok).toBe(false)
  expect(read('noRefundPrefixes', 'HNIMB,  QCMB ,')).toEqual({ ok: true, value: ['HNIMB', 'QCMB'] })
  expect(read('noRefundPrefixes', [1]).ok).toBe(false)
  expect(read('restrictedPriorities', [7, 5])).toEqual({ ok: true, value: [5, 7] })
  expect(read('restrictedPriorities', [1, 5]).ok).toBe(false)
  expect(read('restrictedPriorities', [6, 8]).ok).toBe(false)
})

test('a colour is accepted only if text on it is readable (D1-Q-009)', () => {
  expect(read('app.primary', ' #0b7a4b ')).toEqual({ ok: true, value: '#0B7A4B' })
  expect(read('app.primary', '#8F8AEB')).toEqual({
    ok: false,
    reason: 'Màu chính chỉ tương phản 2.9 với chữ trắng trên nút, cần ít nhất 4.5 để đọc được',
  })
  expect(read('app.ground', '#D0D0D0')).toMatchObject({
    ok: false,
    reason: expect.stringContaining('Nền trang'),
  })
  expect(read('app.ground', '#FFFFFF').ok).toBe(true)
  for (const raw of ['5B5BD6', '#5B5BD', 'red', '#5B5BD6;', 'url(x)', '', 7, null])
    expect([raw, read('app.primary', raw)]).toEqual([
      raw,
      { ok: false, reason: 'Màu chính phải là màu dạng #RRGGBB' },
    ])
})

const dataUrl = (kind: string, bytes: string): string =>
  `data:image/${kind};base64,${Buffer.from(bytes, 'latin1').toString('base64')}`

test('an image must be of its declared type and at most 64 kB (D1-Q-009)', () => {
  const png = '\x89PNG\r\n\x1a\n'
  const good = [
    dataUrl('png', png),
    dataUrl('jpeg', '\xff\xd8\xff\xe0'),
    dataUrl('webp', 'RIFF\x01\x02\x03\x04WEBPVP8 '),
    dataUrl('svg+xml', '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- <a> --><!DOCTYPE svg>\n<svg xmlns="x"/>'),
    dataUrl('png', png.padEnd(64 * 1024, 'x')),
  ]
  for (const url of good) expect(read('app.logo', url)).toEqual({ ok: true, value: url })
  expect(read('app.logo', '')).toEqual({ ok: true, value: '' })
  const bad = [
    dataUrl('png', png.padEnd(64 * 1024 + 1, 'x')),
    dataUrl('png', '<svg/>'),
    dataUrl('svg+xml', '<html><svg/></html>'),
    dataUrl('svg+xml', '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'),
    dataUrl('svg+xml', `${'<!-- a -->'.repeat(2_000)}<html>`),
    dataUrl('gif', 'GIF89a'),
    'data:image/svg+xml,<svg/>',
    'data:text/html;base64,PHN2Zz4=',
    'data:image/png;base64,iVBORw0KGgo',
    'https://elsewhere.example/logo.png',
    'x'.repeat(3_000_000),
    7,
    null,
  ]
  for (const url of bad)
    expect([String(url).slice(0, 60), read('app.logo', url).ok]).toEqual([String(url).slice(0, 60), false])
})

test('an SVG with scripts or external content is refused, a plain drawing is accepted (ASVS 1.3.4)', () => {
  const svg = (inside: string) =>
    read('app.logo', dataUrl('svg+xml', `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)).ok
  const active = [
    '<script>alert(1)</script>',
    '<svg:script href="#a"/>',
    '<foreignObject><p/></foreignObject>',
    '<path onload="alert(1)"/>',
    '<a href="javascript:alert(1)"><path/></a>',
    '<image xlink:href="https://elsewhere.example/a.png"/>',
    '<use href=//elsewhere.example/a.svg#b />',
    '<style>@import "https://elsewhere.example/a.css"</style>',
    '<rect fill="url(https://elsewhere.example/a.svg#b)"/>',
    '<set attributeName="href" to="javascript:alert(1)"/>',
    '<image href="data:text/html;base64,PHA+"/>',
  ]
  for (const inside of active) expect([inside, svg(inside)]).toEqual([inside, false])
  const drawn = [
    '<path d="M0 0h9v9z" fill="url(#g)" id="one"/>',
    '<linearGradient id="g" xlink:href="#h"><stop offset="0"/></linearGradient>',
    '<use href=\'#one\'/><image href="data:image/png;base64,iVBORw0KGgo="/>',
    '<style>.a { fill: url( "#g" ) }</style><title>Công ty onboard</title>',
  ]
  for (const inside of drawn) expect([inside, svg(inside)]).toEqual([inside, true])
})

test('the address of a sample form is a path of the product or https, nothing else (D1-Q-161, D2-CFG-20)', () => {
  const key = sampleFormKey('blacklist')
  expect(defaultOf(key)).toBe('/mau/blacklist.xlsx')
  for (const url of ['/mau/khác.xlsx', '/', 'https://kho.example/a?b=c#d', 'HTTPS://kho.example:8443'])
    expect(read(key, ` ${url} `)).toEqual({ ok: true, value: url })
  const bad = [
    'javascript:alert(1)',
    '//kho.example/a',
    '/\\kho.example',
    '/\t/kho.example',
    'http://kho.example/a',
    'https:kho.example',
    'https:///kho.example',
    'https://ai:mat@kho.example',
    'https://',
    'mau/a.xlsx',
    'data:text/html,x',
    `/${'a'.repeat(500)}`,
    '',
  ]
  for (const url of bad) expect([url, read(key, url).ok]).toEqual([url, false])
})

test('every sheet that can be imported has an address of its sample form (D1-Q-161)', () => {
  const keys = Object.keys(settings).filter((key) => key.startsWith('url_bieu_mau_'))
  expect(keys).toEqual(importable.map(({ path }) => `url_bieu_mau_${path}`))
  expect(keys).toContain('url_bieu_mau_chiphiquanly')
})

test('settings readable without a session contain no rights, names or limits (D1-Q-018)', () => {
  expect(
    publicSettingKeys.filter((key) => !key.startsWith('app.') && !key.startsWith('url_bieu_mau_')),
  ).toEqual(['lookup.wait', 'password.length'])
})

test('a screen that receives an invalid value uses the default (D1-Q-006)', () => {
  const publicSettings = readPublicSettings({
    'app.title': '',
    'app.primary': 'red',
    'password.length': '8',
    url_bieu_mau_x: '/x',
  })
  expect(publicSettings).toMatchObject({
    'app.title': 'Hệ thống tính lương',
    'app.primary': '#5B5BD6',
    url_bieu_mau_x: '/x',
  })
  expect(publicSettings['password.length']).toBe(8)
})

test('a period with its start after its end is refused (D1-Q-093)', () => {
  expect(spanFault('lookup.from', '07:00', '22:00')).toBeUndefined()
  expect(spanFault('lookup.from', '23:00', '24:00')).toBeUndefined()
  expect(spanFault('lookup.until', '07:00', '07:00')).toBe(
    'Tra cứu chi tiết đến (07:00) phải sau tra cứu chi tiết từ (07:00)',
  )
  expect(spanFault('lookup.perHour', 1, 2)).toBeUndefined()
})

test('a value is shown in words, an unknown key has no setting', () => {
  expect(showSetting([5, 7], settings.restrictedPriorities)).toBe('Nhân viên, Đối tác')
  expect(showSetting(1, settings['baodo.autoResult'])).toBe('Bật')
  expect(showSetting('khong_qua_api', settings.kenh_hoan_tien)).toBe('Không qua API')
  expect(showSetting(7.5, settings.ti_le_chiet_khau)).toBe('7.5 %')
  expect(showSetting('', settings['app.logo'])).toBe('Ảnh có sẵn')
  expect(showSetting('Ảnh SVG 3 kB', settings['app.logo'])).toBe('Ảnh SVG 3 kB')
  expect(showSetting('#0B7A4B', settings['app.primary'])).toBe('#0B7A4B')
  expect(settingOf('toString')).toBeUndefined()
})

test('a number that may be empty declares what empty means; no other number may be empty (D1-Q-018)', () => {
  expect(defaultOf('care.editDaysBack')).toBe('')
  expect(read('care.editDaysBack', ' ')).toEqual({ ok: true, value: '' })
  expect(read('care.editDaysBack', '0')).toEqual({ ok: true, value: 0 })
  expect(read('care.editDaysBack', 367).ok).toBe(false)
  expect(read('care.coolDownHours', '').ok).toBe(false)
  expect(showSetting('', settings['care.editDaysBack'])).toBe('Từ ngày 1 của tháng')
})

test('the first channel must be one of those offered, the others may be empty (D2-Q-64, D2-Q-82)', () => {
  for (const key of ['kenh_hoan_tien_tra_sau', 'kenh_nap_chiet_khau', 'kenh_nap_chiet_khau_tra_sau'] as const)
    expect([key, readSetting('', settings[key])]).toEqual([key, { ok: true, value: '' }])
  expect(readSetting('', settings.kenh_hoan_tien).ok).toBe(false)
})

test('the receiving account may be unset, and must be valid otherwise (D3-QR-01)', () => {
  const whys = (key: 'vietqr.bank_bin' | 'vietqr.account', texts: readonly string[]) =>
    texts.map((text) => readSetting(text, settings[key], codes).ok)
  // The bank must be in the list used for staff accounts and payment files (D3-SETUP-01).
  const bank = settings['vietqr.bank_bin']
  const codes = bank.kind === 'choice' ? bank.options.map(({ value }) => value) : []
  expect(codes).toEqual(bankNames.map(bankCode))
  expect(whys('vietqr.bank_bin', ['', '970418', '97041', '123456'])).toEqual([true, true, false, false])
  expect(whys('vietqr.account', ['', '9000000632', '12', '90-00'])).toEqual([true, true, false, false])
})

test('a list is read from an array, from JSON or from lines; duplicate and empty names are refused (D2-Q-81, D2-Q-112)', () => {
  const read = (raw: unknown) => readSetting(raw, settings.mfy_cty)
  const reading = { ok: true, value: ['Đối tác A', 'Đối tác B'] }
  for (const raw of [
    ['Đối tác A', 'Đối tác B'],
    '["Đối tác A", "Đối tác B"]',
    ' Đối tác A\nĐối tác B\n',
    'Đối tác A, Đối tác B',
  ])
    expect(read(raw)).toEqual(reading)
  const refused = (words: string) => ({ ok: false, reason: `${settings.mfy_cty.label} ${words}` })
  expect(read('["A","a"]')).toEqual(refused("có 'a' hai lần"))
  expect(read(['A', 'A'])).toEqual(refused("có 'A' hai lần"))
  expect(read(['A', ' '])).toEqual(refused('có mục trống'))
  expect(read('["A",""]')).toEqual(refused('có mục trống'))
  expect(read('["A"')).toEqual(refused('phải là danh sách'))
  expect(read('[1]')).toEqual(refused('phải là danh sách'))
})
