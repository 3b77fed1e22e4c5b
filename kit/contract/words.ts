/** Vocabulary of the screens: one word per action and thing (D3-WORD-01). `npm run check` checks all shown texts against it. */

type Word = { say: string; not: RegExp }

/** Each word used on the screens, and the spellings and synonyms that the check refuses in its place. */
export const words: readonly Word[] = [
  { say: 'Nhập file', not: /Tải lên(?! bị ngắt)|Nhập từ file|Nhập file đối soát/ },
  { say: 'Xuất file', not: /Xuất (excel|Excel|dữ liệu|danh sách)|Tải xuống/ },
  // 'Create record' of the documents; D2-Q-39 had 'Tạo bản ghi' for it.
  { say: 'Tạo mới', not: /Thêm mới|Tạo bản ghi(?! mới| trống)/ },
  // The rail of the menu has no room for more than 'Khách riêng'.
  { say: 'Khách hàng riêng', not: /[Kk]hách riêng(?! ?['’]|$)|[Kk]hách hàng cá nhân/ },
  { say: 'Nhật ký tra cứu', not: /Lịch sử tra cứu|Tra cứu ngân hàng/ },
  { say: 'Chưa nhập …', not: /(Mật khẩu|Họ tên|Email|Số điện thoại) chưa có/ },
  {
    say: 'Xoá, Huỷ (dấu trên nguyên âm sau)',
    not: /(?<!q)(óa|òa|ỏa|õa|ọa|óe|òe|ỏe|õe|ọe|úy|ùy|ủy|ũy|ụy)(?!\p{L})/iu,
  },
]

/** Texts given literally by the documents, which are exempt. */
export const documentedTexts: readonly string[] = [
  "Xóa file '", // D1-Q-113, D2-SCAN-27
  'khi xóa file này', // D1-UPL-19, D2-SCAN
  'muốn xóa file này', // D1-UPL-19, D2-SCAN
  'cũng sẽ xóa theo', // D2-SCAN
  'Xóa truy thu?', // D2-MFY-35
  'Hủy quá hạn', // D2-MAP-66
  'Khách hủy', // D2-MFY
]

/** Vietnamese words without diacritics, and foreign words in common use. A shown word of plain letters must be one of them. */
export const plainWords: ReadonlySet<string> = new Set(
  `ai ba bao bin cao cha chi chia cho chu chung da danh do doanh dung ghi ghim gia gian giao hai hay hoa in kh khi kho khu kinh lai mai mang mua nam
  nay ngay nghi nhanh qua quan quen quy ra rao sai san sang sao sau sinh so soi tay tam tao tay theo thanh thao thay thu tin tra trang trong trung truy
  vai vi xa xem xong xin che sung khai tinh gom ban con ca cham hom linh nhau tai van vui thi khung tham quay trao di treo
  api https info mo blacklist copy data email excel file internet kb mb leader logo mfy mobifone otp png jpeg webp svg qr sim sms tab taxi text upload vasdesk vietqr
  viettel vinaphone alt ctrl enter esc shift dd mm yyyy mg nn nnnn ck cn ht mt nt nv stt tb tc tkc tt ty dt mc kbm nghe ntin trail bhxh dk giahan json hh rrggbb id tk vietcombank vietinbank bidv agribank
  techcombank vpbank tpbank sacombank napas`
    .split(/\s+/)
    .filter(Boolean),
)
