/** Bank messages about incoming money: amount, phone and package (D1-BANK). */
import { f, type Option } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'
import { reasonFields, reopening } from '#kit/contract/outcomes.ts'

/** Processing state of a message, as select and filter options (D1-Q-053, D1-Q-056). */
const processedOptions = [
  { value: '0', label: 'Chưa xử lý', tone: 'grey', icon: 'ring' },
  { value: '1', label: 'Đã xử lý', tone: 'blue', icon: 'check' },
] as const

/** Common part of both decisions: once, by one person (D1-BANK-23 to 29). */
const decision = {
  may: 'decidesMoney',
  field: 'trang_thai_duyet_thong_tin',
  stamp: { by: 'username_duyet_trang_thai_duyet_thong_tin' },
  from: { states: [null], refusal: 'Tin nhắn này đã được duyệt hoặc từ chối' },
  cell: 'buttons',
} as const
/** Fields required for approval; a message that is no order is rejected with a reason (D3-DEC-07). */
const filled = ['so_dien_thoai', 'goi_cuoc'] as const

/** Warning against approval, computed in the database (routines/bank.sql). */
const doubt = (label: string) => f.text({ label, write: 'never', see: 'seesWaiting' })

/** Kinds of orders that a message may pay (D3-QR-02). */
export const orderKinds = [
  { value: 'nap_tien', label: 'Nạp tiền' },
  { value: 'mfy', label: 'Mfy' },
  { value: 'sim', label: 'Đơn sim' },
] as const satisfies readonly Option[]

export const mesbank = defineResource({
  path: 'mesbank',
  view: 'mesbank_list',
  title: 'Tin nhắn ngân hàng',
  noun: 'bản ghi',
  fields: {
    id: f.id(),
    sender: f.text({ label: 'Kênh', required: true, max: 64, see: 'below3', width: 68 }),
    money: f.money({ label: 'Số tiền', required: true, default: 0, width: 104 }),
    datetime: f.instant({ label: 'Thời gian', required: true, width: 156 }),
    str_mes: f.note({ label: 'Nội dung', required: true, max: 2000, width: 360 }),
    so_dien_thoai: f.phone({ label: 'Số điện thoại', short: 'SĐT', width: 124 }),
    goi_cuoc: f.text({ label: 'Gói cước', name: true, max: 64, width: 104 }),
    ma_giao_dich: f.text({ label: 'Mã giao dịch', write: 'never', see: 'seesWaiting', width: 116 }),
    nhan_dang: f.choice({
      label: 'Nhận dạng',
      write: 'never',
      width: 104,
      options: [
        { value: 'cao', label: 'Chắc chắn', tone: 'grey', icon: 'check' },
        { value: 'vua', label: 'Cần xem', tone: 'amber', icon: 'half' },
        { value: 'thap', label: 'Chưa rõ', tone: 'amber' },
        { value: 'tay', label: 'Nhập tay', tone: 'grey', icon: 'dot' },
      ],
    }),
    ly_do_nhan_dang: f.text({ label: 'Lý do nhận dạng', write: 'never' }),
    is_read: f.flag({
      label: 'Trạng thái xử lý',
      write: 'never',
      see: 'below3',
      width: 132,
      options: processedOptions,
    }),
    nguoi_cap_nhat: f.staff({ label: 'Người cập nhật', write: 'never', see: 'below3', width: 120 }),
    nhan_vien: f.staff({ label: 'Nhân viên phụ trách', write: 'never' }),
    gia_goi: f.money({ label: 'Giá gói', write: 'never' }),
    trang_thai_duyet_thong_tin: f.choice({
      label: 'Duyệt thông tin',
      write: 'never',
      see: 'seesWaiting',
      width: 188,
      options: [
        { value: '1', label: 'ĐÃ DUYỆT', tone: 'green', icon: 'check' },
        { value: '2', label: 'ĐÃ TỪ CHỐI', tone: 'red', icon: 'cross', pill: true },
      ],
    }),
    username_duyet_trang_thai_duyet_thong_tin: f.staff({
      label: 'Người duyệt',
      write: 'never',
      see: 'seesWaiting',
      width: 112,
    }),
    cho_duyet: f.flag({ label: 'Chờ duyệt', write: 'never', see: 'seesWaiting' }),
    chua_doc: f.flag({ label: 'Không đọc được', write: 'never', see: 'seesWaiting' }),
    can_chuyen: f.money({ label: 'Cần chuyển', write: 'never', see: 'seesWaiting' }),
    lech_gia: doubt('Khác giá gói'),
    goi_la: doubt('Gói lạ'),
    can_xem: doubt('Cần xem nhận dạng'),
    don: f.text({ label: 'Dùng cho đơn', write: 'never', width: 232 }),
    don_loai: f.choice({
      label: 'Loại đơn',
      options: orderKinds,
      write: 'never',
    }),
    don_id: f.id(),
    da_dung: f.flag({ label: 'Đã dùng cho đơn', write: 'never', see: 'seesWaiting' }),
    de_xuat: f.text({ label: 'Đề xuất', write: 'never', see: 'below3' }),
    de_xuat_id: { ...f.id(), see: 'below3' },
    ly_do_tu_choi: { ...reasonFields.ly_do_tu_choi, see: 'seesWaiting' },
    ly_do_mo_lai: { ...reasonFields.ly_do_mo_lai, see: 'seesWaiting' },
  },
  list: [
    'sender',
    'money',
    'datetime',
    'str_mes',
    'so_dien_thoai',
    'goi_cuoc',
    'don',
    'nhan_dang',
    'ma_giao_dich',
    'is_read',
    'nguoi_cap_nhat',
    'trang_thai_duyet_thong_tin',
    'username_duyet_trang_thai_duyet_thong_tin',
  ],
  card: { key: 'sender', state: 'trang_thai_duyet_thong_tin' },
  also: [
    'don_loai',
    'don_id',
    'de_xuat',
    'de_xuat_id',
    'ly_do_nhan_dang',
    'nhan_vien',
    'gia_goi',
    'cho_duyet',
    'chua_doc',
    'lech_gia',
    'goi_la',
    'can_xem',
    'ly_do_tu_choi',
    'ly_do_mo_lai',
  ],
  order: [['datetime', 'desc']],
  sort: ['datetime', 'money'],
  filter: {
    message: { on: 'str_mes', op: 'words' },
    is_read: { on: 'is_read', op: 'equals' },
    cho_duyet: { on: 'cho_duyet', op: 'equals' },
    chua_doc: { on: 'chua_doc', op: 'equals' },
    da_dung: { on: 'da_dung', op: 'equals' },
    nhan_dang: { on: 'nhan_dang', op: 'equals' },
  },
  periods: [{ on: 'datetime', from: 'startDate', to: 'endDate', label: 'Thời gian', default: 'month' }],
  form: ['sender', 'money', 'datetime', 'str_mes'],
  inline: ['so_dien_thoai', 'goi_cuoc'],
  sheet: {
    firstRow: 2,
    columns: ['sender', 'money', 'datetime', 'str_mes'],
    heads: { sender: ['Kênh gửi'], str_mes: ['Nội dung tin nhắn'] },
    unit: 'bản ghi',
  },
  exportAs: {
    file: 'YCHT.xlsx',
    columns: [
      'sender',
      'money',
      'datetime',
      'str_mes',
      'so_dien_thoai',
      'goi_cuoc',
      'ma_giao_dich',
      'is_read',
      'nguoi_cap_nhat',
      'trang_thai_duyet_thong_tin',
      'username_duyet_trang_thai_duyet_thong_tin',
    ],
  },
  // The total income is for managers; others get it only for a number they filter by.
  totals: {
    tongChuyenKhoan: { sum: 'money', may: 'below3', orPhoneIn: 'message' },
    tongDonChuyen: { rows: true, may: 'below3', orPhoneIn: 'message' },
  },
  assignTo: 'nhan_vien',
  changedBy: 'nguoi_cap_nhat',
  approval: {
    field: 'trang_thai_duyet_thong_tin',
    pending: null,
    closes: ['so_dien_thoai', 'goi_cuoc', 'sender', 'money', 'datetime', 'str_mes'],
    warnings: {
      lech_gia: 'có số tiền khác giá gói',
      goi_la: 'có gói không có trong bảng giá',
      can_xem: 'cần xem lại nhận dạng',
      don: 'đã dùng cho một đơn',
    },
    sum: ['money'],
  },
  desk: {
    kinds: {
      'tin-ngan-hang': {
        label: 'Tin ngân hàng',
        waits: { cho_duyet: 1, da_dung: 0 },
        since: 'datetime',
        phone: 'so_dien_thoai',
        amount: ['money'],
        package: 'goi_cuoc',
        due: ['can_chuyen'],
        facts: ['sender', 'str_mes', 'nhan_dang', 'ly_do_nhan_dang', 'ma_giao_dich'],
        approve: ['approve', '1'],
        reject: ['deny', '2'],
      },
      // Filled in or rejected by hand (D3-DEC-07).
      'tin-chua-doc': {
        label: 'Tin chưa đọc được',
        waits: { chua_doc: 1, da_dung: 0 },
        since: 'datetime',
        phone: 'so_dien_thoai',
        amount: ['money'],
        package: 'goi_cuoc',
        facts: ['sender', 'str_mes', 'ly_do_nhan_dang', 'ma_giao_dich'],
        reject: ['deny', '2'],
      },
    },
  },
  actions: {
    // Documented as GET although they write: only with the Authorization header, never cached (D1-Q-052).
    approve: {
      method: 'GET',
      path: 'approve/:id',
      summary: 'Approves the phone and package of a bank message; 409 when somebody has decided',
      ...decision,
      needs: { fields: filled, refusal: 'Cần có số điện thoại và gói cước trước khi duyệt' },
      steps: [
        {
          to: '1',
          label: 'Duyệt',
          bulk: 'Duyệt',
          icon: 'check',
          key: 'D',
          ask: { title: 'Xác nhận duyệt đơn này?' },
          done: 'Đã duyệt',
          failed: 'không duyệt được',
          leavesWarned: true,
          audit: 'approve',
        },
      ],
    },
    deny: {
      method: 'GET',
      path: 'deny/:id',
      summary:
        'Rejects a bank message, with a reason where phone or package is missing; 409 when somebody has decided',
      ...decision,
      needs: {
        fields: filled,
        refusal: 'Chưa có số điện thoại hoặc gói cước: cần nêu lý do từ chối',
        orReason: true,
      },
      steps: [
        {
          to: '2',
          label: 'Từ chối',
          bulk: 'Từ chối',
          icon: 'cross',
          danger: true,
          key: 'T',
          ask: { title: 'Xác nhận từ chối đơn này?' },
          reason: {
            field: 'ly_do_tu_choi',
            suggest: ['Không phải đơn', 'Khách đã được hoàn', 'Chuyển nhầm'],
          },
          done: 'Đã từ chối',
          failed: 'không từ chối được',
          audit: 'reject',
        },
      ],
    },
    reopen: reopening('trang_thai_duyet_thong_tin', null, 'username_duyet_trang_thai_duyet_thong_tin'),
    setProcessed: {
      method: 'PUT',
      path: 'setTrangThaiXuLy/:id',
      summary: 'Marks a bank message as processed (is_read 1) or not (0)',
      may: 'below3',
      field: 'is_read',
      steps: [
        {
          to: 1,
          label: 'Đánh dấu đã xử lý',
          bulk: 'Đã xử lý',
          icon: 'check',
          key: 'X',
          done: 'Đã đánh dấu xử lý',
          failed: 'không đánh dấu được',
          audit: 'update',
        },
        {
          to: 0,
          label: 'Đánh dấu chưa xử lý',
          icon: 'ring',
          key: 'X',
          done: 'Đã bỏ đánh dấu xử lý',
          failed: 'không bỏ đánh dấu được',
          audit: 'update',
        },
      ],
    },
  },
  softDelete: true,
  may: {
    read: 'any',
    create: 'below3',
    update: 'any',
    remove: 'below3',
    import: 'below3',
    export: 'unrestricted',
  },
})

/** Field for the paying message in the history of an order. */
export const paidBy = { giao_dich: f.text({ label: 'Tin ngân hàng' }) } as const

/** Refusals of the bank messages. */
export const bankTexts = {
  bothFilled: 'Số điện thoại và gói cước đã có, chỉ quản lý được sửa',
  filled: (label: string) => `${label} đã có, chỉ quản lý được sửa`,
  recorded: 'Tin đã được ghi nhận cho một đơn, chỉ người ghi nhận được mới từ chối hay xoá',
  notWritten: (label: string) => `${label} không sửa được ở đây`,
} as const
