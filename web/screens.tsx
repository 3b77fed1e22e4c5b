/** The built screens, each a chunk of its own. Menu, palette, tabs and routes show exactly these. */
import type { ComponentType } from 'react'
import { screenNames, screenOf, type ScreenName } from '../contract/screens.ts'
import { lazyPart, lazyScreen } from './kit/lazy-part.tsx'

/** Screens with their own component; plain resources and reports have none here. */
const own: Partial<Record<ScreenName, ComponentType>> = {
  dashboard: lazyScreen(() => import('./workflows/dashboard/dashboard-screen.tsx')),
  care: lazyScreen(() => import('./workflows/care/care-screen.tsx')),
  careHistory: lazyScreen(async () => ({
    default: (await import('./workflows/care/care-log.tsx')).CareLogScreen,
  })),
  tilebatso: lazyScreen(() => import('./workflows/capture/capture-screen.tsx')),
  tinhluong: lazyScreen(() => import('./workflows/payroll/payroll-screen.tsx')),
  chotluong: lazyScreen(() => import('./workflows/payroll/close-screen.tsx')),
  phieuluong: lazyScreen(() => import('./workflows/payroll/payslip-screen.tsx')),
  ketquathang: lazyScreen(() => import('./workflows/payroll/month-result-screen.tsx')),
  radatruythu: lazyScreen(() => import('./workflows/radar/radar-screen.tsx')),
  reportstaffrevenue: lazyScreen(async () => ({
    default: (await import('./workflows/revenue-sums/revenue-report.tsx')).StaffRevenue,
  })),
  reportbranchrevenue: lazyScreen(async () => ({
    default: (await import('./workflows/revenue-sums/revenue-report.tsx')).BranchRevenue,
  })),
  registrationResults: lazyScreen(() => import('./resources/registration-results.tsx')),
  khr: lazyScreen(() => import('./workflows/sales/khr-screen.tsx')),
  baodo: lazyScreen(() => import('./workflows/sales/baodo-screen.tsx')),
  requestrefund: lazyScreen(() => import('./workflows/refunds/refund-screen.tsx')),
  requestrefundreport: lazyScreen(() => import('./workflows/refunds/report-screen.tsx')),
  dsdttinhluong: lazyScreen(() => import('./workflows/revenue/recon-screen.tsx')),
  report90849332: lazyScreen(() => import('./workflows/revenue/detail-screen.tsx')),
  customerLookup: lazyScreen(() => import('./workflows/lookup/lookup-screen.tsx')),
  messageCentre: lazyScreen(() => import('./workflows/lookup/message-screen.tsx')),
  lookupLog: lazyScreen(() => import('./workflows/lookup/log-screen.tsx')),
  mfy: lazyScreen(() => import('./workflows/mfy/mfy-screen.tsx')),
  chiphihoantien: lazyScreen(async () => ({
    default: (await import('./resources/cost-screens.tsx')).RefundCosts,
  })),
  chiphiquanly: lazyScreen(async () => ({
    default: (await import('./resources/cost-screens.tsx')).ManagementCosts,
  })),
  chiphihotro: lazyScreen(async () => ({
    default: (await import('./resources/cost-screens.tsx')).SupportCosts,
  })),
  chiphikhac: lazyScreen(async () => ({
    default: (await import('./resources/cost-screens.tsx')).OtherCosts,
  })),
  doanhthutinhluong: lazyScreen(async () => ({
    default: (await import('./resources/cost-screens.tsx')).SalaryRevenue,
  })),
  order: lazyScreen(() => import('./workflows/orders/order-screen.tsx')),
  simso: lazyScreen(() => import('./workflows/sims/sim-screen.tsx')),
  moigoihomsau: lazyScreen(() => import('./workflows/offers/offer-screen.tsx')),
  invite: lazyScreen(() => import('./workflows/invite/invite-screen.tsx')),
  bankLookup: lazyScreen(() => import('./workflows/bank/bank-screen.tsx')),
  desk: lazyScreen(() => import('./workflows/desk/desk-screen.tsx')),
  approval: lazyScreen(() => import('./workflows/desk/desk-screen.tsx')),
  customers: lazyScreen(() => import('./workflows/data/customer-screen.tsx')),
  uploadchiadata: lazyScreen(() => import('./workflows/data/file-screen.tsx')),
  chiadata: lazyScreen(() => import('./workflows/data/split-screen.tsx')),
  phanquyendata: lazyScreen(() => import('./workflows/data/permission-screen.tsx')),
  upload: lazyScreen(() => import('./workflows/data/upload-screen.tsx')),
  division: lazyScreen(() => import('./workflows/data/division-screen.tsx')),
  quetdata: lazyScreen(async () => ({
    default: (await import('./workflows/scans/scan-screen.tsx')).ScanWithPackage,
  })),
  quetdatakhonggoi: lazyScreen(async () => ({
    default: (await import('./workflows/scans/scan-screen.tsx')).ScanWithoutPackage,
  })),
  quetdtct: lazyScreen(async () => ({
    default: (await import('./workflows/scans/scan-screen.tsx')).ScanOfProgram,
  })),
  systemaccount: lazyScreen(() => import('./workflows/system-accounts/account-screen.tsx')),
  accounts: lazyScreen(() => import('./workflows/accounts/account-list.tsx')),
  handovers: lazyScreen(() => import('./workflows/accounts/handover-list.tsx')),
  roles: lazyScreen(() => import('./workflows/accounts/role-list.tsx')),
  permissions: lazyScreen(() => import('./workflows/accounts/permission-list.tsx')),
  settings: lazyScreen(() => import('./workflows/settings/settings-screen.tsx')),
  profile: lazyScreen(() => import('./session/profile-screen.tsx')),
}

/** Runs while the screen's tab is open, even behind others; renders nothing. */
export const background: Partial<Record<ScreenName, ComponentType>> = {
  mfy: lazyPart(async () => ({ default: (await import('./workflows/mfy/reminder.ts')).Reminder })),
}

const plainResource = (path: string): ComponentType =>
  lazyScreen(async () => ({
    default: await (await import('./resources/plain-screen.tsx')).plainScreen(path),
  }))
const plainReport = (path: string): ComponentType =>
  lazyScreen(async () => ({ default: (await import('./resources/plain-report.tsx')).plainReport(path) }))

function screenFor(name: ScreenName): ComponentType | undefined {
  const { resource, report } = screenOf(name)
  if (own[name]) return own[name]
  if (resource !== undefined) return plainResource(resource)
  return report === undefined ? undefined : plainReport(report)
}

/** Every built screen: its own, or the generic one of a plain resource or report. */
export const built: Partial<Record<ScreenName, ComponentType>> = Object.fromEntries(
  screenNames.flatMap((name) => {
    const screen = screenFor(name)
    return screen ? [[name, screen]] : []
  }),
)

/** Whether the screen can be opened. */
export const isBuilt = (name: ScreenName): boolean => built[name] !== undefined
