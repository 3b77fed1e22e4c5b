/** Mfy requests: registered by composing 'Y' within ten minutes, twice (D2-MFY). */
import { settlers } from '#platform/contract/abilities.ts'
import type { SetterAction, StepAction } from '#kit/contract/action.ts'
import { f } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'
import { collectionStates, infoStates, mfyStates, requestStates, saleTiers } from '../mfy.ts'
import { mostMoney } from '#kit/contract/money.ts'
import { automatic, reasonFields } from '#kit/contract/outcomes.ts'

const instantField = (label: string) => f.instant({ label, write: 'never', width: 156 })
const staffField = (label: string) => f.staff({ label, options: [automatic], write: 'never', width: 160 })

/** Columns of list and export. */
const listed = [
  'cty',
  'so_dien_thoai_chu',
  'so_dien_thoai',
  'username_nv',
  'ma_goi',
  'trang_thai_yeu_cau',
  'trang_thai',
  'trang_thai_thu_tien',
  'gia_ban_goi',
  'doanh_thu',
  'chenh_lech',
  'doanh_thu_tinh_luong',
  'truy_thu',
  'created_at',
  'note',
] as const

/** Confirmation before any state change; the screen adds both states (D2-Q-38). */
const change = {
  ask: { title: 'Xác nhận thay đổi trạng thái đơn này?' },
  done: 'Đã thay đổi trạng thái',
  failed: 'không thay đổi được trạng thái',
  audit: 'update',
} as const

const stepTo = ({ value, label }: { value: string; label: string }) => ({ to: value, label, ...change })

const once = 'Đơn này đã được xử lý'
/** The step to a state; an approval state requires that it is not approved already (D3-TRL-01). */
const stateStep = (state: (typeof mfyStates)[number]) =>
  state.value === 'duyet' || state.value === 'duyet_lan_2'
    ? {
        ...stepTo(state),
        may: settlers,
        audit: 'approve' as const,
        tell: 'approved' as const,
        from: {
          states: mfyStates.map(({ value }) => value).filter((value) => value !== state.value),
          refusal: once,
        },
      }
    : { ...stepTo(state), ...(state.value === 'dang_ky_thanh_cong' && { may: settlers }) }

/** Setter of one field, used in its cell. */
const setter = (path: string, field: string, summary: string, param = field) =>
  ({
    method: 'POST',
    path,
    summary,
    may: 'below3',
    field,
    ...(param !== field && { param }),
    mes: true,
    audit: 'update',
    done: 'Cập nhật thành công',
    failed: 'không cập nhật được',
  }) as const satisfies SetterAction

/** Starts a wait from the desk: only from the state that was shown (D3-APR-01). */
const grant = (path: string, from: string, to: string, label: string, text: string) =>
  ({
    method: 'PUT',
    path,
    summary: `Approves a request: ${from} becomes ${to}; its clock begins`,
    may: 'decidesMoney',
    field: 'trang_thai',
    stamp: { by: 'username_thay_doi_trang_thai', at: 'thoi_diem_thay_doi_trang_thai' },
    from: { states: [from], refusal: once },
    mes: true,
    cell: 'menu',
    steps: [
      {
        to,
        label,
        icon: 'check',
        ask: { title: 'Xác nhận duyệt đơn này?', text },
        done: 'Đã duyệt',
        failed: 'không duyệt được',
        leavesWarned: true,
        audit: 'approve',
        tell: 'approved',
      },
    ],
  }) as const satisfies StepAction

const decision = (to: string, label: string, title: string) =>
  ({
    to,
    label,
    ask: { title },
    failed: 'không đặt được',
  }) as const

/** Columns by which a request is decided. */
const deskColumns = {
  phone: 'so_dien_thoai',
  amount: ['doanh_thu'],
  package: 'ma_goi',
  due: ['doanh_thu', 'chenh_lech'],
  facts: [
    'cty',
    'so_dien_thoai_chu',
    'gia_ban_goi',
    'chenh_lech',
    'trang_thai',
    'trang_thai_thu_tien',
    'note',
  ],
} as const

export const mfy = defineResource({
  path: 'mfy',
  view: 'mfy_list',
  title: 'Mfy',
  noun: 'đơn',
  fields: {
    id: f.id(),
    cty: f.text({
      label: 'Công ty đối tác',
      short: 'Đối tác',
      max: 100,
      see: 'below3',
      write: 'below3',
      width: 78,
    }),
    so_dien_thoai_chu: f.phone({
      label: 'Thuê bao chủ',
      see: 'below3',
      write: 'below3',
      width: 104,
    }),
    so_dien_thoai: f.phone({ label: 'Thuê bao', required: true, width: 132 }),
    username_nv: f.staff({ label: 'Nhân viên', write: 'below3', width: 152 }),
    ten_nv: f.text({ label: 'Tên nhân viên', write: 'never', width: 180 }),
    ma_goi: f.text({ label: 'Mã gói', required: true, upper: true, max: 64, width: 84 }),
    trang_thai_yeu_cau: f.choice({
      label: 'Trạng thái yêu cầu',
      options: requestStates,
      write: 'never',
      width: 184,
    }),
    trang_thai: f.choice({ label: 'Trạng thái', options: mfyStates, write: 'never', width: 196 }),
    username_thay_doi_trang_thai: staffField('Người đổi trạng thái'),
    thoi_diem_thay_doi_trang_thai: instantField('Đổi trạng thái lúc'),
    trang_thai_thu_tien: f.choice({
      label: 'Trạng thái thu tiền',
      short: 'Thu tiền',
      options: collectionStates,
      write: 'never',
      width: 188,
    }),
    username_thay_doi_trang_thai_thu_tien: staffField('Người đổi thu tiền'),
    thoi_diem_thay_doi_trang_thai_thu_tien: instantField('Đổi thu tiền lúc'),
    trang_thai_duyet_thong_tin: f.choice({
      label: 'Duyệt thông tin',
      short: 'Duyệt TT',
      options: infoStates,
      write: 'never',
      width: 188,
    }),
    username_duyet_trang_thai_duyet_thong_tin: staffField('Người duyệt thông tin'),
    thoi_diem_duyet_thong_tin: instantField('Duyệt thông tin lúc'),
    gia_ban_goi: f.flag({
      label: 'Giá bán gói',
      short: 'Giá bán',
      options: saleTiers,
      required: true,
      width: 72,
    }),
    doanh_thu: f.money({ label: 'Doanh thu', write: 'never', width: 96 }),
    chenh_lech: f.money({
      label: 'Chênh lệch',
      min: -mostMoney,
      max: mostMoney,
      default: 0,
      write: 'never',
      width: 96,
    }),
    doanh_thu_tinh_luong: f.money({
      label: 'Doanh thu tính lương',
      short: 'DT tính lương',
      write: 'never',
      width: 140,
    }),
    ti_le_doanh_thu: f.number({ label: 'Tỉ lệ tính lương (%)', decimals: 2, write: 'never' }),
    truy_thu: f.money({ label: 'Truy thu', blankZero: true, write: 'never', width: 148 }),
    note: f.note({ label: 'Ghi chú', max: 2000, width: 160 }),
    created_at: f.instant({ label: 'Ngày tạo đơn', write: 'never', width: 156 }),
    ly_do_tu_choi: reasonFields.ly_do_tu_choi,
    // Warnings against approval (D3-APR-03); names of other accounts are withheld below priority 2.
    lech_tien: f.text({ label: 'Lệch tiền', write: 'never', maskedFrom: 'lech_tien_told' }),
    tin_da_dung: f.text({ label: 'Tin đã dùng', write: 'never', maskedFrom: 'tin_da_dung_told' }),
    don_khac: f.text({ label: 'Đơn khác', write: 'never', maskedFrom: 'don_khac_told' }),
    goi_la: f.text({ label: 'Gói lạ', write: 'never' }),
  },
  list: [...listed, 'trang_thai_duyet_thong_tin'],
  card: { key: 'so_dien_thoai' },
  sight: ['trang_thai'],
  also: [
    'ten_nv',
    'ti_le_doanh_thu',
    'username_thay_doi_trang_thai',
    'thoi_diem_thay_doi_trang_thai',
    'username_thay_doi_trang_thai_thu_tien',
    'thoi_diem_thay_doi_trang_thai_thu_tien',
    'username_duyet_trang_thai_duyet_thong_tin',
    'thoi_diem_duyet_thong_tin',
    'ly_do_tu_choi',
  ],
  order: [['created_at', 'desc']],
  sort: ['created_at', 'username_nv'],
  filter: {
    phone: { on: 'so_dien_thoai', op: 'phone' },
    trang_thai_yeu_cau: { on: 'trang_thai_yeu_cau', op: 'equals' },
    trang_thai: { on: 'trang_thai', op: 'equals' },
    trang_thai_thu_tien: { on: 'trang_thai_thu_tien', op: 'equals' },
  },
  periods: [{ on: 'created_at', from: 'startDate', to: 'endDate', label: 'Ngày tạo đơn', default: 'today' }],
  // An unknown package or company refuses only its own row (D2-MFY-70).
  eachRow: true,
  form: ['so_dien_thoai', 'ma_goi', 'gia_ban_goi', 'note', 'so_dien_thoai_chu', 'cty', 'username_nv'],
  exportAs: { file: 'Mfy.xlsx', columns: [...listed, 'ten_nv', 'ti_le_doanh_thu'] },
  owner: 'username_nv',
  units: true,
  author: { username: 'username_nv', name: 'ten_nv' },
  desk: {
    kinds: {
      'mfy-cho-duyet': {
        label: 'Mfy chờ duyệt',
        waits: { trang_thai: 'dang_cho_duyet' },
        since: 'created_at',
        ...deskColumns,
        approve: ['approve', 'duyet'],
      },
      'mfy-da-soan-y': {
        label: 'Mfy đã soạn Y',
        waits: { trang_thai: 'da_soan_y_lan_1' },
        since: 'thoi_diem_thay_doi_trang_thai',
        ...deskColumns,
        approve: ['approveAgain', 'duyet_lan_2'],
      },
      'mfy-thong-tin': {
        label: 'Thông tin Mfy',
        waits: { trang_thai_duyet_thong_tin: 'dang_cho_duyet' },
        since: 'created_at',
        ...deskColumns,
        approve: ['decideInfo', 'da_duyet'],
        reject: ['decideInfo', 'tu_choi'],
      },
    },
    warnings: {
      lech_tien: 'lệch tiền',
      tin_da_dung: 'có tin ngân hàng đã dùng cho đơn khác',
      don_khac: 'trùng với đơn khác',
      goi_la: 'có gói không có trong bảng giá',
    },
  },
  actions: {
    approve: grant('duyet/:id', 'dang_cho_duyet', 'duyet', 'Duyệt', 'Nhân viên có mười phút để soạn Y.'),
    approveAgain: grant(
      'duyetLan2/:id',
      'da_soan_y_lan_1',
      'duyet_lan_2',
      'Duyệt lần 2',
      'Nhân viên có mười phút để soạn Y lần 2.',
    ),
    setPackage: setter('updatePackageCode', 'ma_goi', 'Sets the package and its price', 'package_code'),
    setTier: setter('updateGiaBanGoi', 'gia_ban_goi', 'Sets the sale tier and its price'),
    setOwnerPhone: setter('updateSoDienThoaiChu', 'so_dien_thoai_chu', 'Sets the owner subscriber'),
    setDifference: setter('updateChenhLech', 'chenh_lech', 'Sets the difference, đồng; may be negative'),
    setCollection: {
      method: 'PUT',
      path: 'setTrangThaiThuTien/:id',
      summary: 'Sets whether the customer has paid',
      may: 'below5',
      field: 'trang_thai_thu_tien',
      stamp: {
        by: 'username_thay_doi_trang_thai_thu_tien',
        at: 'thoi_diem_thay_doi_trang_thai_thu_tien',
      },
      mes: true,
      steps: collectionStates
        .filter(({ value }) => value !== 'da_thu_tien_mat')
        .map((state) => ({
          ...stepTo(state),
          ...(state.value === 'da_chuyen_khoan' && { may: 'marksCollected' as const }),
        })),
    },
    clearBackCharge: {
      method: 'PUT',
      path: 'xoaTruyThu/:id',
      summary: 'Clears the back-charge',
      may: settlers,
      field: 'truy_thu',
      mes: true,
      steps: [
        {
          to: 0,
          label: 'Xoá truy thu',
          icon: 'cross',
          danger: true,
          ask: { title: 'Xóa truy thu?', danger: true },
          done: 'Đã xoá truy thu',
          failed: 'không xoá được truy thu',
          audit: 'update',
        },
      ],
    },
    decideInfo: {
      method: 'PUT',
      path: 'setTrangThaiDuyetThongTin/:id',
      summary: 'Approves or rejects the data of a request, once',
      may: 'decidesMoney',
      field: 'trang_thai_duyet_thong_tin',
      stamp: { by: 'username_duyet_trang_thai_duyet_thong_tin', at: 'thoi_diem_duyet_thong_tin' },
      from: { states: ['dang_cho_duyet'], refusal: once },
      mes: true,
      cell: 'buttons',
      steps: [
        {
          ...decision('da_duyet', 'Duyệt TT', 'Xác nhận duyệt đơn này?'),
          icon: 'check',
          done: 'Đã duyệt thông tin',
          leavesWarned: true,
          audit: 'approve',
        },
        {
          ...decision('tu_choi', 'Từ chối TT', 'Xác nhận từ chối đơn này?'),
          icon: 'cross',
          danger: true,
          reason: { field: 'ly_do_tu_choi' },
          done: 'Đã từ chối thông tin',
          audit: 'reject',
        },
      ],
    },
  },
  untold: 'so_dien_thoai',
  reaches: 'so_dien_thoai',
  softDelete: true,
  may: {
    read: 'any',
    create: 'any',
    update: 'below3',
    remove: 'below3',
    import: 'below3',
    export: 'unrestricted',
  },
})

/**
 * Sets the state. Its call is that of the workflow (subjects/money/contract/calls/mfy.ts), which also accepts clients' reports that a wait
 * is over.
 */
export const setMfyState = {
  method: 'PUT',
  path: 'setTrangThai/:id',
  summary: 'Sets the state',
  may: 'below3',
  field: 'trang_thai',
  stamp: { by: 'username_thay_doi_trang_thai', at: 'thoi_diem_thay_doi_trang_thai' },
  mes: true,
  steps: mfyStates.map(stateStep),
} as const satisfies StepAction
