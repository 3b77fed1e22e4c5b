/** Which screens are built, each a chunk of its own. Menu, palette, tabs and routes show exactly these. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { screenNames, screenOf, type ScreenName } from '../contract/screens.ts'

type Lazy = LazyExoticComponent<ComponentType>

/** Screens with something of their own; a plain resource or report has none here. */
const own: Partial<Record<ScreenName, Lazy>> = {
  dashboard: lazy(() => import('./workflows/dashboard/dashboard-screen.tsx')),
  care: lazy(() => import('./workflows/care/care-screen.tsx')),
  careHistory: lazy(async () => ({ default: (await import('./workflows/care/care-log.tsx')).CareLogScreen })),
  tilebatso: lazy(() => import('./workflows/capture/capture-screen.tsx')),
  registrationResults: lazy(() => import('./resources/registration-results.tsx')),
  khr: lazy(() => import('./workflows/sales/khr-screen.tsx')),
  baodo: lazy(() => import('./workflows/sales/baodo-screen.tsx')),
  customerLookup: lazy(() => import('./workflows/lookup/lookup-screen.tsx')),
  messageCentre: lazy(() => import('./workflows/lookup/message-screen.tsx')),
  lookupLog: lazy(() => import('./workflows/lookup/log-screen.tsx')),
  chiphiquanly: lazy(() => import('./resources/chiphiquanly.tsx')),
  moigoihomsau: lazy(() => import('./workflows/offers/offer-screen.tsx')),
  invite: lazy(() => import('./workflows/invite/invite-screen.tsx')),
  bankLookup: lazy(() => import('./workflows/bank/bank-screen.tsx')),
  approval: lazy(() => import('./workflows/bank/approval-screen.tsx')),
  customers: lazy(() => import('./workflows/data/customer-screen.tsx')),
  uploadchiadata: lazy(() => import('./workflows/data/file-screen.tsx')),
  chiadata: lazy(() => import('./workflows/data/split-screen.tsx')),
  phanquyendata: lazy(() => import('./workflows/data/permission-screen.tsx')),
  upload: lazy(() => import('./workflows/data/upload-screen.tsx')),
  division: lazy(() => import('./workflows/data/division-screen.tsx')),
  accounts: lazy(() => import('./workflows/accounts/account-list.tsx')),
  handovers: lazy(() => import('./workflows/accounts/handover-list.tsx')),
  roles: lazy(() => import('./workflows/accounts/role-list.tsx')),
  permissions: lazy(() => import('./workflows/accounts/permission-list.tsx')),
  settings: lazy(() => import('./workflows/settings/settings-screen.tsx')),
  profile: lazy(() => import('./session/profile-screen.tsx')),
}

const plainResource = (path: string): Lazy =>
  lazy(async () => ({ default: (await import('./resources/plain-screen.tsx')).plainScreen(path) }))
const plainReport = (path: string): Lazy =>
  lazy(async () => ({ default: (await import('./resources/plain-report.tsx')).plainReport(path) }))

function screenFor(name: ScreenName): Lazy | undefined {
  const { resource, report } = screenOf(name)
  if (own[name]) return own[name]
  if (resource !== undefined) return plainResource(resource)
  return report === undefined ? undefined : plainReport(report)
}

/** Every built screen: its own, or the one that every plain resource or report has. */
export const built: Partial<Record<ScreenName, Lazy>> = Object.fromEntries(
  screenNames.flatMap((name) => {
    const screen = screenFor(name)
    return screen ? [[name, screen]] : []
  }),
)

/** Whether the screen can be opened. */
export const isBuilt = (name: ScreenName): boolean => built[name] !== undefined
