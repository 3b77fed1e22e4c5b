/** Links of the checklist name screens and the filters that they have. */
import { expect, test } from 'vitest'
import { screenOfRoute } from '#platform/contract/screens.ts'
import { settingGroups } from '#platform/contract/settings/catalogue.ts'
import { payrollSettings } from '#subjects/pay/contract/payroll-settings.ts'
import { closeWork, type CloseWork } from '#subjects/pay/contract/calls/payroll-close.ts'
import { workLink } from './close-links.ts'

const parts = (href: string) => {
  const { pathname, searchParams } = new URL(href, 'http://x')
  return { screen: screenOfRoute(pathname), filters: Object.fromEntries(searchParams) }
}

const linksOf = (xong: number, tong: number) =>
  (Object.keys(closeWork) as CloseWork[]).map((ma) => [
    ma,
    parts(workLink({ ma, muc: 'con', xong, tong, chi_tiet: '', ai: null, luc: null }, '02/2024').href),
  ])

test('D3-PAY-05: each item of the checklist links to a screen filtered by the month and what is left', () => {
  const links = linksOf(0, 1)
  expect(Object.fromEntries(links)).toEqual({
    cham_cong: { screen: 'tinhluong', filters: { startDate: '02/2024', cham_cong: '0' } },
    bat_thuong: { screen: 'tinhluong', filters: { startDate: '02/2024', bat_thuong: '1' } },
    doi_soat: {
      screen: 'dsdttinhluong',
      filters: { startDate: '01/02/2024', endDate: '29/02/2024', da_doi_soat: '0' },
    },
    don_cho_duyet: {
      screen: 'desk',
      filters: {
        kinds: 'mfy-cho-duyet,mfy-da-soan-y,mfy-thong-tin,nap-tien,hoan-goi,doi-tac-sua',
        thang: '02/2024',
      },
    },
    truy_thu: {
      screen: 'requestrefundreport',
      filters: {
        startDate: '01/02/2024',
        endDate: '29/02/2024',
        truy_thu_luong: '1',
      },
    },
    tham_so: { screen: 'settings', filters: { nhom: 'Tính lương' } },
  })
  expect(Object.fromEntries(linksOf(1, 1))).toMatchObject({
    cham_cong: { filters: { cham_cong: '1' } },
    doi_soat: { filters: { da_doi_soat: '1' } },
    truy_thu: { filters: { truy_thu_luong: '0' } },
  })
  expect(settingGroups['Tính lương']).toBe(payrollSettings)
})
