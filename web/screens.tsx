/** The built screens, each a chunk of its own. Menu, palette, tabs and routes show exactly these. */
import type { ComponentType } from 'react'
import { screenNames, screenOf, type ScreenName } from '../contract/screens.ts'
import { declared } from './resources/declared.ts'
import { lazyPart, lazyScreen, named, type LazyComponent, type Load } from './kit/lazy-part.tsx'

/** Screens with their own component; plain resources and reports have none here. */
const own: Partial<Record<ScreenName, Load>> = {
  dashboard: () => import('./workflows/dashboard/dashboard-screen.tsx'),
  care: () => import('./workflows/care/care-screen.tsx'),
  customer360: () => import('./workflows/customer-360/customer-360-screen.tsx'),
  floor: () => import('./workflows/floor/floor-screen.tsx'),
  careHistory: () => named(import('./workflows/care/care-log.tsx'), 'CareLogScreen'),
  tilebatso: () => import('./workflows/capture/capture-screen.tsx'),
  tinhluong: () => import('./workflows/payroll/payroll-screen.tsx'),
  chotluong: () => import('./workflows/payroll/close-screen.tsx'),
  phieuluong: () => import('./workflows/payroll/payslip-screen.tsx'),
  lechdoitac: () => import('./workflows/statements/statement-screen.tsx'),
  danhsachchitra: () => import('./workflows/payroll/payout-screen.tsx'),
  ketquathang: () => import('./workflows/payroll/month-result-screen.tsx'),
  radatruythu: () => import('./workflows/radar/radar-screen.tsx'),
  reportstaffrevenue: () => named(import('./workflows/revenue-sums/revenue-report.tsx'), 'StaffRevenue'),
  reportbranchrevenue: () => named(import('./workflows/revenue-sums/revenue-report.tsx'), 'BranchRevenue'),
  registrationResults: () => import('./resources/registration-results.tsx'),
  khr: () => import('./workflows/sales/khr-screen.tsx'),
  baodo: () => import('./workflows/sales/baodo-screen.tsx'),
  requestrefund: () => import('./workflows/refunds/refund-screen.tsx'),
  requestrefundreport: () => import('./workflows/refunds/report-screen.tsx'),
  dsdttinhluong: () => import('./workflows/revenue/recon-screen.tsx'),
  report90849332: () => import('./workflows/revenue/detail-screen.tsx'),
  customerLookup: () => import('./workflows/lookup/lookup-screen.tsx'),
  messageCentre: () => import('./workflows/lookup/message-screen.tsx'),
  lookupLog: () => import('./workflows/lookup/log-screen.tsx'),
  mfy: () => import('./workflows/mfy/mfy-screen.tsx'),
  chiphihoantien: () => named(import('./resources/cost-screens.tsx'), 'RefundCosts'),
  chiphiquanly: () => named(import('./resources/cost-screens.tsx'), 'ManagementCosts'),
  chiphihotro: () => named(import('./resources/cost-screens.tsx'), 'SupportCosts'),
  chiphikhac: () => named(import('./resources/cost-screens.tsx'), 'OtherCosts'),
  doanhthutinhluong: () => named(import('./resources/cost-screens.tsx'), 'SalaryRevenue'),
  order: () => import('./workflows/orders/order-screen.tsx'),
  simso: () => import('./workflows/sims/sim-screen.tsx'),
  moigoihomsau: () => import('./workflows/offers/offer-screen.tsx'),
  invite: () => import('./workflows/invite/invite-screen.tsx'),
  bankLookup: () => import('./workflows/bank/bank-screen.tsx'),
  desk: () => import('./workflows/desk/desk-screen.tsx'),
  approval: () => import('./workflows/desk/desk-screen.tsx'),
  firstDay: () => import('./workflows/first-day/first-day-screen.tsx'),
  customers: () => import('./workflows/data/customer-screen.tsx'),
  uploadchiadata: () => import('./workflows/data/file-screen.tsx'),
  chiadata: () => import('./workflows/data/split-screen.tsx'),
  phanquyendata: () => import('./workflows/data/permission-screen.tsx'),
  luatmoilai: () => import('./workflows/recycling/recycle-screen.tsx'),
  upload: () => import('./workflows/data/upload-screen.tsx'),
  division: () => import('./workflows/data/division-screen.tsx'),
  quetdata: () => named(import('./workflows/scans/scan-screen.tsx'), 'ScanWithPackage'),
  quetdatakhonggoi: () => named(import('./workflows/scans/scan-screen.tsx'), 'ScanWithoutPackage'),
  quetdtct: () => named(import('./workflows/scans/scan-screen.tsx'), 'ScanOfProgram'),
  systemaccount: () => import('./workflows/system-accounts/account-screen.tsx'),
  accounts: () => import('./workflows/accounts/account-list.tsx'),
  handovers: () => import('./workflows/accounts/handover-list.tsx'),
  roles: () => import('./workflows/accounts/role-list.tsx'),
  permissions: () => import('./workflows/accounts/permission-list.tsx'),
  settings: () => import('./workflows/settings/settings-screen.tsx'),
  profile: () => import('./session/profile-screen.tsx'),
}

/** Runs while the screen's tab is open, even behind others; renders nothing. */
export const background: Partial<Record<ScreenName, ComponentType>> = {
  mfy: lazyPart(() => named(import('./workflows/mfy/reminder.ts'), 'Reminder')),
  care: lazyPart(() => named(import('./workflows/care/reminder.ts'), 'AppointmentReminder')),
}

function loaderOf(name: ScreenName): Load {
  const { resource, report } = screenOf(name)
  if (own[name]) return own[name]
  if (resource !== undefined)
    return async () => {
      const [declaration, { plainScreen }] = await Promise.all([
        declared(resource),
        import('./resources/plain-screen.tsx'),
      ])
      return { default: plainScreen(declaration) }
    }
  if (report === undefined) throw new Error(`${name} has no screen`)
  return async () => ({ default: (await import('./resources/plain-report.tsx')).plainReport(report) })
}

/** Every screen: its own, or the generic one of a plain resource or report. */
export const built = Object.fromEntries(
  screenNames.map((name) => [name, lazyScreen(loaderOf(name))]),
) as Readonly<Record<ScreenName, LazyComponent>>
