/** The built screens, each loaded separately. Menu, palette, tabs and routes show exactly these. */
import type { ComponentType } from 'react'
import { screenNames, screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { declared } from './lists/declared.ts'
import { lazyPart, lazyScreen, named, type LazyComponent, type Load } from '#kit/web/lazy-part.tsx'

/** Screens with their own component; plain resources and reports are not listed. */
const ownScreens: Partial<Record<ScreenName, Load>> = {
  dashboard: () => import('#subjects/overview/web/dashboard/dashboard-screen.tsx'),
  homnay: () => import('#subjects/overview/web/today/today-screen.tsx'),
  care: () => import('#subjects/calling/web/care/care-screen.tsx'),
  customer360: () => import('#subjects/overview/web/customer-360/customer-360-screen.tsx'),
  floor: () => import('#subjects/calling/web/floor/floor-screen.tsx'),
  careHistory: () => named(import('#subjects/calling/web/care/care-log.tsx'), 'CareLogScreen'),
  tilebatso: () => import('#subjects/registrations/web/capture/capture-screen.tsx'),
  tinhluong: () => import('#subjects/pay/web/payroll/payroll-screen.tsx'),
  chotluong: () => import('#subjects/pay/web/payroll/close-screen.tsx'),
  phieuluong: () => import('#subjects/pay/web/payroll/payslip-screen.tsx'),
  lechdoitac: () => import('#subjects/money/web/statements/statement-screen.tsx'),
  danhsachchitra: () => import('#subjects/pay/web/payroll/payout-screen.tsx'),
  ketquathang: () => import('#subjects/pay/web/payroll/month-result-screen.tsx'),
  radatruythu: () => import('#subjects/pay/web/radar/radar-screen.tsx'),
  reportstaffrevenue: () =>
    named(import('#subjects/pay/web/revenue-sums/revenue-report.tsx'), 'StaffRevenue'),
  reportbranchrevenue: () =>
    named(import('#subjects/pay/web/revenue-sums/revenue-report.tsx'), 'BranchRevenue'),
  registrationResults: () => import('#subjects/registrations/web/registration-results.tsx'),
  khr: () => import('#subjects/registrations/web/sales/khr-screen.tsx'),
  baodo: () => import('#subjects/registrations/web/sales/baodo-screen.tsx'),
  requestrefund: () => import('#subjects/money/web/refunds/refund-screen.tsx'),
  requestrefundreport: () => import('#subjects/money/web/refunds/report-screen.tsx'),
  dsdttinhluong: () => import('#subjects/pay/web/revenue/recon-screen.tsx'),
  report90849332: () => import('#subjects/pay/web/revenue/detail-screen.tsx'),
  customerLookup: () => import('#subjects/registrations/web/lookup/lookup-screen.tsx'),
  messageCentre: () => import('#subjects/registrations/web/lookup/message-screen.tsx'),
  lookupLog: () => import('#subjects/registrations/web/lookup/log-screen.tsx'),
  mfy: () => import('#subjects/money/web/mfy/mfy-screen.tsx'),
  chiphihoantien: () => named(import('#subjects/pay/web/cost-screens.tsx'), 'RefundCosts'),
  chiphiquanly: () => named(import('#subjects/pay/web/cost-screens.tsx'), 'ManagementCosts'),
  chiphihotro: () => named(import('#subjects/pay/web/cost-screens.tsx'), 'SupportCosts'),
  chiphikhac: () => named(import('#subjects/pay/web/cost-screens.tsx'), 'OtherCosts'),
  doanhthutinhluong: () => named(import('#subjects/pay/web/cost-screens.tsx'), 'SalaryRevenue'),
  order: () => import('#subjects/sims/web/orders/order-screen.tsx'),
  simso: () => import('#subjects/sims/web/sims/sim-screen.tsx'),
  moigoihomsau: () => import('#subjects/registrations/web/offers/offer-screen.tsx'),
  invite: () => import('#subjects/registrations/web/invite/invite-screen.tsx'),
  bankLookup: () => import('#subjects/money/web/bank/bank-screen.tsx'),
  desk: () => import('#subjects/money/web/desk/desk-screen.tsx'),
  approval: () => import('#subjects/money/web/desk/desk-screen.tsx'),
  firstDay: () => import('#subjects/settings/web/first-day/first-day-screen.tsx'),
  customers: () => import('#subjects/numbers/web/data/customer-screen.tsx'),
  uploadchiadata: () => import('#subjects/numbers/web/data/file-screen.tsx'),
  chiadata: () => import('#subjects/numbers/web/data/split-screen.tsx'),
  phanquyendata: () => import('#subjects/numbers/web/data/permission-screen.tsx'),
  luatmoilai: () => import('#subjects/calling/web/recycling/recycle-screen.tsx'),
  upload: () => import('#subjects/numbers/web/data/upload-screen.tsx'),
  division: () => import('#subjects/numbers/web/data/division-screen.tsx'),
  quetdata: () => named(import('#subjects/scans/web/scans/scan-screen.tsx'), 'ScanWithPackage'),
  quetdatakhonggoi: () => named(import('#subjects/scans/web/scans/scan-screen.tsx'), 'ScanWithoutPackage'),
  quetdtct: () => named(import('#subjects/scans/web/scans/scan-screen.tsx'), 'ScanOfProgram'),
  systemaccount: () => import('#subjects/settings/web/system-accounts/account-screen.tsx'),
  accounts: () => import('#subjects/people/web/accounts/account-list.tsx'),
  handovers: () => import('#subjects/people/web/accounts/handover-list.tsx'),
  roles: () => import('#subjects/people/web/accounts/role-list.tsx'),
  permissions: () => import('#subjects/people/web/accounts/permission-list.tsx'),
  settings: () => import('#subjects/settings/web/settings/settings-screen.tsx'),
  profile: () => import('./session/profile-screen.tsx'),
}

/** Runs while the screen's tab is open, even in the background; renders nothing. */
export const background: Partial<Record<ScreenName, ComponentType>> = {
  mfy: lazyPart(() => named(import('#subjects/money/web/mfy/reminder.ts'), 'Reminder')),
  care: lazyPart(() => named(import('#subjects/calling/web/care/reminder.ts'), 'AppointmentReminder')),
}

function loaderOf(name: ScreenName): Load {
  const { resource, report } = screenOf(name)
  if (ownScreens[name]) return ownScreens[name]
  if (resource !== undefined)
    return async () => {
      const [declaration, { plainScreen }] = await Promise.all([
        declared(resource),
        import('./lists/plain-screen.tsx'),
      ])
      return { default: plainScreen(declaration) }
    }
  if (report === undefined) throw new Error(`${name} has no screen`)
  return async () => ({ default: (await import('./lists/plain-report.tsx')).plainReport(report) })
}

/** Every screen: its own, or the generic one of a plain resource or report. */
export const screenComponents = Object.fromEntries(
  screenNames.map((name) => [name, lazyScreen(loaderOf(name))]),
) as Readonly<Record<ScreenName, LazyComponent>>
