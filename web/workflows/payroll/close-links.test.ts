/** Links of the checklist and of adjustments name screens and the filters that they have. */
import { expect, test } from 'vitest'
import { resources } from '../../../contract/resources/index.ts'
import { screenOfRoute } from '../../../contract/screens.ts'
import { closeWork, type CloseWork } from '../../../contract/workflows/payroll-close.ts'
import { correctedLink, workLink } from './close-links.ts'

const parts = (href: string) => {
  const { pathname, searchParams } = new URL(href, 'http://x')
  return { screen: screenOfRoute(pathname), filters: Object.fromEntries(searchParams) }
}

test('D3-PAY-05: each item of the checklist leads to a screen with the month in its filter', () => {
  const links = (Object.keys(closeWork) as CloseWork[]).map((work) => [
    work,
    parts(workLink(work, '02/2024').href),
  ])
  expect(Object.fromEntries(links)).toEqual({
    cham_cong: { screen: 'tinhluong', filters: { startDate: '02/2024' } },
    bat_thuong: { screen: 'tinhluong', filters: { startDate: '02/2024', bat_thuong: '1' } },
    doi_soat: {
      screen: 'dsdttinhluong',
      filters: { startDate: '01/02/2024', endDate: '29/02/2024', da_doi_soat: '0' },
    },
    don_cho_duyet: {
      screen: 'desk',
      filters: { kinds: 'mfy-cho-duyet,mfy-da-soan-y,mfy-thong-tin,nap-tien,hoan-goi' },
    },
    truy_thu: {
      screen: 'requestrefundreport',
      filters: {
        startDate: '01/02/2024',
        endDate: '29/02/2024',
        trang_thai_truy_thu_hoan_theo_goi: 'truy_thu',
      },
    },
    tham_so: { screen: 'settings', filters: {} },
  })
})

test('D3-PAY-07: an adjustment leads to the number on its day, a masked one to the day, a day to the closed payroll', () => {
  const of = { thang: '03/2021', man_hinh: 'mfy', ngay: '2021-03-03', so_dien_thoai: '912000001' } as const
  expect(parts(correctedLink(of, 'sale111'))).toEqual({
    screen: 'mfy',
    filters: { startDate: '03/03/2021', endDate: '03/03/2021', phone: '0912000001' },
  })
  for (const list of ['dsdttinhluong', 'requestrefund', 'mfy'] as const) {
    const { filters } = parts(correctedLink({ ...of, man_hinh: list }, 'sale111'))
    const resource = resources.find(({ path }) => path === list)
    const known = [
      ...Object.keys(resource?.filter ?? {}),
      ...(resource?.periods ?? []).flatMap(({ from, to }) => [from, to]),
    ]
    expect(known).toEqual(expect.arrayContaining(Object.keys(filters)))
  }
  expect(parts(correctedLink({ ...of, so_dien_thoai: '****00001' }, 'sale111')).filters).not.toHaveProperty(
    'phone',
  )
  expect(parts(correctedLink({ ...of, man_hinh: null }, 'sale111'))).toEqual({
    screen: 'tinhluong',
    filters: { startDate: '03/2021', username: 'sale111' },
  })
})
