/** Links of the checklist name screens and the filters that they have. */
import { expect, test } from 'vitest'
import { screenOfRoute } from '../../../contract/screens.ts'
import { closeWork, type CloseWork } from '../../../contract/workflows/payroll-close.ts'
import { workLink } from './close-links.ts'

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
