/** What a list exists for, and its sums, are in sight in a window of 1366 px (D3-GRID-09). */
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import type { Actor } from '#platform/contract/abilities.ts'
import { permissionCodes } from '#platform/contract/permissions.ts'
import type { ScreenName } from '#platform/contract/screens.ts'
import { reports } from '#platform/contract/reports/index.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { everyNth } from '#test/rounds.ts'
import { nothingThere, stubCalls } from '#test/sent.ts'
import { TabProvider } from '#kit/web/tab-state.tsx'
import { screenComponents } from '#platform/app/web/screens.tsx'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open, stubSizes } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'

/** A window of 1366 px without rail, margins and the scroll bar of a long list. */
const room = 1250

/** Screens without one table of the kit: forms, panels, and tables of their own. */
type Other =
  | 'dashboard'
  | 'homnay'
  | 'care'
  | 'customer360'
  | 'floor'
  | 'customerLookup'
  | 'messageCentre'
  | 'desk'
  | 'approval'
  | 'invite'
  | 'chotluong'
  | 'danhsachchitra'
  | 'ketquathang'
  | 'phieuluong'
  | 'firstDay'
  | 'chiadata'
  | 'luatmoilai'
  | 'division'
  | 'phanquyendata'
  | 'settings'
  | 'profile'

/** What each list exists for: who, what, money, age, state, decision, evidence (D3-GRID-09, D3-GRID-12). */
const decisive = {
  khr: ['ngay_thanh_cong', 'trang_thai'],
  baodo: ['gia_goi_cuoc', 'trang_thai', 'trang_thai_duyet'],
  careHistory: ['status', 'note'],
  tilebatso: ['da_nhan_so', 'chap_nhan'],
  blacklist: ['ly_do'],
  registrationResults: ['Price', 'state', 'Result'],
  bankLookup: ['money', 'datetime', 'str_mes', 'trang_thai_duyet_thong_tin'],
  lookupLog: ['noi_dung'],
  requestrefund: ['staff_username', 'number_phone', 'refund_price', 'created_time', 'other_refund', 'duyet'],
  requestrefundreport: ['staff_username', 'number_phone', 'refund_price', 'created_time', 'duyet'],
  mfy: ['doanh_thu', 'trang_thai_yeu_cau', 'trang_thai', 'trang_thai_thu_tien', 'trang_thai_duyet_thong_tin'],
  moigoihomsau: ['tkc', 'status'],
  giahoantien: ['gia_goi'],
  giagoimfy: ['phi_thu_hoi', 'gia_t1', 'gia_t2', 'gia_t3'],
  simso: ['gia_khach_hang', 'trang_thai'],
  order: ['ordered_gia_khach_hang', 'trang_thai'],
  tinhluong: ['fullname', 'hoaHongThucTinh', 'chiTra'],
  reportdoitac: ['tien_gui', 'tien_hoan_thanh', 'tien_hoan_tien', 'tien_dang_cho'],
  lechdoitac: ['kieu', 'tien_ta', 'tien_ho', 'tra_ta', 'tra_ho', 'trang_thai_ta', 'trang_thai_ho'],
  radatruythu: ['luc', 'loai', 'ten_nv', 'so_tien', 'bang_chung', 'da_xem'],
  dsdttinhluong: ['doanh_thu', 'ket_qua', 'doanh_thu_tinh_luong'],
  report90849332: ['doanh_thu', 'ket_qua'],
  reportstaffrevenue: ['doanhThu', 'doanh_thu_tam_tinh', 'doanh_thu_thuc_te'],
  reportbranchrevenue: ['doanhThu', 'doanh_thu_tam_tinh', 'doanh_thu_thuc_te'],
  chiphihoantien: [
    'so_dien_thoai',
    'ten_nhan_vien',
    'so_tien_hoan_hoac_nap',
    'thoi_gian_yeu_cau',
    'trang_thai',
  ],
  chiphiquanly: ['thanh_tien'],
  chiphihotro: ['thanh_tien'],
  chiphikhac: ['thanh_tien'],
  doanhthutinhluong: ['ket_qua_doi_soat', 'doanh_thu_tinh_luong'],
  customers: ['state', 'status'],
  uploadchiadata: ['used', 'is_activated'],
  upload: ['used', 'remaining'],
  quetdata: ['so_da_quet', 'goi_da_quet', 'trang_thai'],
  quetdatakhonggoi: ['so_da_quet', 'trang_thai'],
  quetdtct: ['so_da_quet', 'trang_thai'],
  systemaccount: ['account', 'password', 'api'],
  accounts: ['is_deleted'],
  handovers: ['numbers', 'undone_at'],
  roles: ['permissions'],
  permissions: ['code'],
} as const satisfies Record<Exclude<ScreenName, Other>, readonly string[]>
const lists = Object.keys(decisive) as (keyof typeof decisive)[]

const sum = 1_234_567
/** An answer without rows, with every sum that there is. */
const sums = Object.fromEntries(
  [...resources, ...reports].flatMap(({ totals }) =>
    Object.entries(totals ?? {}).flatMap(([name, total]) => ('sum' in total ? [[name, sum]] : [])),
  ),
)

const px = ({ style }: HTMLElement): number => parseFloat(style.width)
const all = (of: ParentNode, selector: string) => [...of.querySelectorAll<HTMLElement>(selector)]

/** The headings of a table that a window hides: what is pinned at the right is in front of those before it. */
function hiddenOf(table: HTMLTableElement): HTMLElement[] {
  const heads = all(table, 'th[data-key]')
  const moving = heads.filter(({ style }) => style.right === '')
  const columns = all(table, 'col')
  const first = columns.findIndex((column) => column.className !== '') + 1
  const fixedWidth = columns.reduce((total, column) => total + (px(column) || 0), 0)
  // The one without a width takes what is left.
  const widthOf = (column: HTMLElement): number =>
    px(column) || Math.max(0, parseFloat(table.style.minWidth) - fixedWidth)
  const widths = columns.map(widthOf)
  const pinned = widths.slice(first + moving.length + 1).reduce((total, width) => total + width, 0)
  let end = widths.slice(0, first).reduce((total, width) => total + width, 0)
  return moving.filter((_, index) => {
    end += widths[first + index] ?? 0
    return end > room - pinned
  })
}

/** Columns of registers are seen by right. */
const sees: Actor = { ...actorOf(2), permissions: new Set(permissionCodes) }

/** Opens a list in a window of 1366 px, and reads its table when the answer is there. */
async function opened(name: ScreenName): Promise<HTMLTableElement> {
  stubSizes({ clientWidth: room, offsetWidth: room, offsetHeight: 600, clientHeight: 600 })
  stubCalls(() => ({ ...nothingThere, types: [], files: [], carriers: [], ...sums }))
  signIn(sees)
  const Screen = screenComponents[name]
  open(
    <TabProvider tab={{ screen: name, active: true, search: '', keep: () => undefined }}>
      <Suspense fallback={null}>
        <Screen />
      </Suspense>
    </TabProvider>,
  )
  return vi.waitFor(() => {
    const table = document.querySelector<HTMLTableElement>('table:has(th[data-key])')
    if (!table || table.querySelector('tbody tr')) throw new Error('a table')
    return table
  }, 20_000)
}

const cellsOf = (row: Element | null): HTMLElement[] => (row ? all(row, 'th, td') : [])

/** Hidden columns whose sum is at the foot alone, and not in the lines below the table. */
function unreadSums(table: HTMLTableElement, hidden: readonly HTMLElement[]): (string | undefined)[] {
  const below = document.body.cloneNode(true) as HTMLElement
  for (const one of all(below, 'table')) one.remove()
  const foot = cellsOf(table.querySelector('tfoot tr'))
  const heads = cellsOf(table.querySelector('thead tr:last-child'))
  return hidden
    .filter((head) => foot[heads.indexOf(head)]?.textContent)
    .filter(({ title }) => !below.textContent.includes(title))
    .map(({ dataset }) => dataset.key)
}

test.each(everyNth(lists, 1))(
  'the key columns of %s and its sums are fully visible at 1366 px (D3-GRID-09)',
  async (name) => {
    const table = await opened(name)
    const keys = all(table, 'th[data-key]').map(({ dataset }) => dataset.key)
    expect(keys).toEqual(expect.arrayContaining([...decisive[name]]))
    const hidden = hiddenOf(table)
    const gone = hidden.map(({ dataset }) => dataset.key)
    expect(decisive[name].filter((key) => gone.includes(key))).toEqual([])
    expect(unreadSums(table, hidden)).toEqual([])
  },
)
