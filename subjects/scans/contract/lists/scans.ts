/** Scan files: lists of numbers looked up at the carrier one by one, on three screens (D2-SCAN). */
import { f, type Option } from '#kit/contract/field.ts'
import { defineResource, type SheetTarget } from '#kit/contract/resource.ts'

/** The three scans by path and table: with package, without, and program target. */
export const scanKinds = ['quetdata', 'quetdatakhonggoi', 'quetdtct'] as const
export type ScanKind = (typeof scanKinds)[number]

/** States of a scan. Pauses of a running one depend on carrier or clock, and are the same for all files. */
export const scanStates = [
  { value: 'stopped', label: 'Đã dừng', tone: 'grey', icon: 'dash' },
  { value: 'running', label: 'Đang quét', tone: 'blue', icon: 'half' },
  { value: 'done', label: 'Xong', tone: 'green', icon: 'dot' },
] as const satisfies readonly Option[]
export type ScanState = (typeof scanStates)[number]['value']

const count = (label: string, short: string) => f.number({ label, short, write: 'never', width: 96 })
const moment = (label: string) => f.instant({ label, write: 'never', width: 156 })

const scan = (path: ScanKind, title: string) =>
  defineResource({
    path,
    title,
    noun: 'file',
    fields: {
      id: f.id(),
      FileName: f.text({ label: 'Tên file', required: true, max: 255, width: 260 }),
      so_da_quet: count('Đã quét', 'Đã quét'),
      total_numbers: count('Tổng số', 'Tổng số'),
      goi_da_quet: count('Có gói', 'Có gói'),
      khong_tra_duoc: count('Không tra được', 'Không tra được'),
      trang_thai: f.choice({ label: 'Trạng thái', options: scanStates, write: 'never', width: 116 }),
      ngay_upload: moment('Ngày upload'),
      nguoi_upload: f.staff({ label: 'Người upload', write: 'never', width: 168 }),
      bat_dau_luc: moment('Bắt đầu quét'),
      xong_luc: moment('Quét xong'),
      file_thue_bao: f.text({ label: 'File thuê bao đã tạo', write: 'never', width: 200 }),
    },
    list: [
      'FileName',
      'so_da_quet',
      'total_numbers',
      'goi_da_quet',
      'khong_tra_duoc',
      'trang_thai',
      'ngay_upload',
      'nguoi_upload',
    ],
    also: ['bat_dau_luc', 'xong_luc', 'file_thue_bao'],
    order: [['ngay_upload', 'desc']],
    sort: ['FileName', 'ngay_upload'],
    filter: {
      FileName: { on: 'FileName', op: 'contains', placeholder: 'Tìm tên file' },
      trang_thai: { on: 'trang_thai', op: 'equals' },
    },
    form: ['FileName'],
    author: { username: 'nguoi_upload' },
    paging: { sizes: [20, 50, 100], size: 20 },
    may: { read: 'below3', create: 'below3', update: 'below3', remove: 'below3', import: 'below3' },
  })

export const quetdata = scan('quetdata', 'Quét data')
export const quetdatakhonggoi = scan('quetdatakhonggoi', 'Quét data không gói')
export const quetdtct = scan('quetdtct', 'Quét đối tượng chương trình')

export const scanResources = { quetdata, quetdatakhonggoi, quetdtct } as const

const PhoneNumber = f.phone({ label: 'Số điện thoại', short: 'SĐT', required: true })
const goi_can_kiem_tra = f.text({ label: 'Gói cần kiểm tra', name: true, max: 64, upper: true, width: 140 })
const may = { read: 'below3', import: 'below3' } as const
const heads = { PhoneNumber: ['PhoneNumber', 'Số thuê bao'] }
const plain = {
  fields: { PhoneNumber },
  sheet: {
    key: ['PhoneNumber'],
    firstRow: 2,
    columns: ['PhoneNumber'],
    byPosition: ['PhoneNumber'],
    heads,
    ignore: ['STT', '#'],
    unit: 'số',
  },
  may,
} as const

/** Upload sheets: numbers in column 1, for the program target also the package to check (D2-Q-200). */
export const scanSheets = {
  quetdata: { ...plain, path: 'uploadscannumber', title: 'Upload quét data' },
  quetdatakhonggoi: { ...plain, path: 'uploadquetdatakhonggoi', title: 'Upload quét data không gói' },
  quetdtct: {
    ...plain,
    path: 'uploadquetdtct',
    title: 'Upload quét đối tượng chương trình',
    fields: { PhoneNumber, goi_can_kiem_tra },
    sheet: {
      ...plain.sheet,
      columns: ['PhoneNumber', 'goi_can_kiem_tra'],
      byPosition: ['PhoneNumber', 'goi_can_kiem_tra'],
    },
  },
} as const satisfies Record<ScanKind, SheetTarget>

const day = (label: string) => f.date({ label, width: 112 })
const text = (label: string, width = 120) => f.text({ label, width })

const result = {
  PhoneNumber,
  NumberType: text('Loại thuê bao'),
  NumberCurrentPackage: text('Gói hiện tại'),
  NumberPackageRegisterDate: day('Ngày đăng ký'),
  NumberPackageRegisterExpire: day('Ngày hết hạn'),
  CurrentCycle: f.number({ label: 'Chu kỳ hiện tại', short: 'Chu kỳ', width: 88 }),
  NumberFreeCycleLeft: f.number({ label: 'Chu kỳ miễn phí còn lại', short: 'CK miễn phí', width: 112 }),
  NumberStatus: text('Trạng thái gói'),
  Status: text('Kết quả quét', 160),
} as const

/** Fields shown and exported per number; the program target also has the package to check and the program found. */
export const resultFields = (kind: ScanKind) =>
  kind === 'quetdtct' ? { ...result, goi_can_kiem_tra, dtct: text('Đối tượng chương trình', 220) } : result
