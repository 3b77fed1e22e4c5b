/**
 * Notices of the bell (D3-BELL-01): each kind with its sentence, tone and address. A notice is stored as references and
 * figures; its text is rendered when it is read, with what its reader may see then.
 */
import { thousands } from '#kit/contract/thousands.ts'
import { addDays, toFilterDate } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { formatMonth } from '#kit/contract/month.ts'
import { isMaskedPhone, showPhone } from '#kit/contract/phone.ts'
import { addressWith, screenNames, type ScreenName } from './screens.ts'
import { noView } from '#kit/contract/views.ts'

/** Days that a notice is kept. */
export const bellDays = 30

/** References and figures of a notice; phones as stored, people by username. */
export type BellAbout = {
  /** Path of the list of its rows; with a single row, of that row. */
  resource?: string | undefined
  phone?: string | undefined
  package?: string | undefined
  /** Type of a refund request. */
  type?: number | undefined
  /** Day of its row, YYYY-MM-DD; of several rows the first and the last. */
  day?: string | undefined
  until?: string | undefined
  /** Who acted; from whom and to whom. */
  by?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** Text typed by a user: a reason, a file name. */
  reason?: string | undefined
  text?: string | undefined
  /** A SIM number from our stock. It is not a customer's phone, so it is never masked. */
  sim?: string | undefined
  /** Reason for a reduced amount. */
  why?: string | undefined
  /** Months by their first day. */
  month?: string | undefined
  of?: string | undefined
  numbers?: number | undefined
  appointments?: number | undefined
  role?: string | undefined
  failed?: boolean
}

/** Data of a notice's text: of `n` rows of one act, `about` is the first one's. */
export type BellFacts = { n: number; amount: number | null; about: BellAbout }

export const bellTones = ['good', 'bad', 'warn', 'plain'] as const
type BellTone = (typeof bellTones)[number]

type Kind = {
  tone: BellTone | ((facts: BellFacts) => BellTone)
  title: (facts: BellFacts) => string
  detail: (facts: BellFacts) => string
  address: (facts: BellFacts) => string
}

const listed = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join('; ')
const named = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(' ')
const quoted = (text: string | undefined): string | undefined => text && `“${text}”`
const phoneOf = ({ phone }: BellAbout): string | undefined => phone && showPhone(phone)
const monthOf = ({ about }: BellFacts): string => (about.month === undefined ? '' : formatMonth(about.month))
/** Search text for a list: the last digits of a masked number. */
const searched = (phone: string): string => (isMaskedPhone(phone) ? phone.slice(-5) : phone)

/** For each list with decided or charged rows: noun of a row, its screen, and the screen's parameter for a phone. */
const lists: Readonly<Record<string, { noun: string; screen: ScreenName; phone: string } | undefined>> = {
  requestrefund: { noun: 'đơn hoàn', screen: 'requestrefund', phone: 'message' },
  khr: { noun: 'khách hàng riêng', screen: 'khr', phone: 'phone' },
  baodo: { noun: 'báo đỏ', screen: 'baodo', phone: 'phone' },
  mfy: { noun: 'đơn Mfy', screen: 'mfy', phone: 'phone' },
  dsdttinhluong: { noun: 'dòng doanh thu', screen: 'dsdttinhluong', phone: 'message' },
}
const unknownList = { noun: 'đơn', screen: 'dashboard', phone: 'phone' } as const
const listOf = ({ resource = '' }: BellAbout) => lists[resource] ?? unknownList

/** The list of several rows, without a default view that could narrow it. */
const allRows = { view: noView }

/** The days of its rows; all days if unknown, as lists start with the newest rows. */
const daysOf = ({ day, until = day }: BellAbout): { startDate: string; endDate: string } =>
  day === undefined || until === undefined
    ? { startDate: '', endDate: '' }
    : { startDate: toFilterDate(day), endDate: toFilterDate(addDays(until, 1)) }

/** The list with only this row; for several rows the list with their days. */
function rowAddress({ n, about }: BellFacts): string {
  const { screen, phone } = listOf(about)
  const which = n > 1 || about.phone === undefined ? allRows : { [phone]: searched(about.phone) }
  return addressWith(screen, { ...which, ...daysOf(about) })
}

const nounOf = ({ n, about }: BellFacts): string => {
  const noun = about.type === 5 ? 'đơn nạp tiền' : listOf(about).noun
  return n > 1 ? `${thousands(n)} ${noun}` : noun
}
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const decided = (tone: BellTone, text: string): Kind => ({
  tone,
  title: (facts) => capital(named(nounOf(facts), facts.amount ? formatMoney(facts.amount) : undefined, text)),
  detail: ({ n, about }) =>
    listed(n > 1 ? undefined : named(phoneOf(about), about.package), about.by, quoted(about.reason)),
  address: rowAddress,
})

const fallWords: Readonly<Record<string, string>> = {
  failed: 'không còn thành công',
  refunded: 'được khớp với một khoản hoàn',
  moved: 'chuyển cho người khác',
  less: 'tính ít hơn trước',
}
const fallDetail = ({ n, about }: BellFacts): string =>
  n > 1
    ? `${thousands(n)} dòng doanh thu tính ít hơn trước`
    : `${named(about.package, 'của', phoneOf(about))} ${fallWords[about.why ?? ''] ?? fallWords.less ?? ''}`

/** The lines of a number in their month, or all of the month. */
const lineAddress = ({ n, about }: BellFacts): string => {
  const month = about.month
  const days = month
    ? {
        startDate: toFilterDate(month),
        endDate: toFilterDate(addDays(`${addDays(month, 31).slice(0, 7)}-01`, -1)),
      }
    : {}
  const phone = n === 1 && about.phone !== undefined ? { message: searched(about.phone) } : {}
  return addressWith('dsdttinhluong', { ...phone, ...days })
}

const chargeWords: Readonly<Record<string, string>> = {
  refund: 'Truy thu đơn hoàn',
  overdue: 'Quá hạn soạn Y',
  withdrawn: 'Gói Mfy bị thu hồi',
}

const handed = ({ about: { numbers = 0, appointments = 0 } }: BellFacts): string =>
  [
    numbers > 0 ? `${thousands(numbers)} số` : '',
    appointments > 0 ? `${thousands(appointments)} lịch hẹn` : '',
  ]
    .filter(Boolean)
    .join(' và ')

const slip = (facts: BellFacts): string =>
  addressWith('phieuluong', { startDate: monthOf(facts) || undefined })
/** The screen with the result of a job, by the job's list, if the names differ. */
const jobScreens: Readonly<Record<string, ScreenName | undefined>> = {
  customer: 'uploadchiadata',
}
const jobAddress = ({ about: { resource = '' } }: BellFacts): string => {
  const screen = jobScreens[resource] ?? screenNames.find((name) => name === resource)
  return screen ? addressWith(screen) : addressWith('upload')
}

/** Actions on an account with access to money or management (D3-ACC-07): on another account, and on one's own. */
const accountDeeds: Readonly<Record<string, { other: string; own: string } | undefined>> = {
  made: { other: 'là tài khoản mới', own: 'Tài khoản của bạn vừa được tạo' },
  unlocked: { other: 'được mở khoá', own: 'Tài khoản của bạn được mở khoá' },
  raised: { other: 'có vai trò hoặc quyền cao hơn', own: 'Quyền của bạn đã đổi' },
  moved: { other: 'đổi vai trò', own: 'Quyền của bạn đã đổi' },
  password: { other: 'được cấp mật khẩu mới', own: 'Mật khẩu của bạn vừa được cấp lại' },
  vouched: { other: 'được người vận hành bảo đảm', own: 'Người vận hành đã bảo đảm tài khoản của bạn' },
}
const deedOf = ({ why = '' }: BellAbout) =>
  accountDeeds[why] ?? { other: 'đã đổi', own: 'Tài khoản của bạn đã đổi' }
const operator = '__OPERATOR'
/** With the username, because any full name can be that of a colleague. */
const deedBy = ({ text, role, by }: BellAbout): string =>
  listed(text && `Tài khoản ${text}`, role && `Vai trò ${role}`, by === operator ? 'Người vận hành' : by)

const payoutTitle = ({ n, about }: BellFacts): string =>
  n > 1
    ? `Tài khoản ngân hàng của ${thousands(n)} người đã đổi`
    : `Tài khoản ngân hàng của ${about.to ?? ''} đã ${about.text ? 'đổi' : 'bỏ'}`
const payoutDetail = ({ about }: BellFacts): string =>
  listed(about.text && `Lương chuyển vào ${about.text}`, about.by)

/** All kinds; a stored notice of an unknown kind is not shown. */
export const bellKinds = {
  approved: decided('good', 'đã được duyệt'),
  rejected: decided('bad', 'bị từ chối'),
  reopened: decided('warn', 'được mở lại, chờ duyệt lại'),
  answered: {
    tone: 'plain',
    title: () => 'Thắc mắc phiếu lương đã có trả lời',
    detail: (facts) => listed(`Dòng ${facts.about.text ?? ''} tháng ${monthOf(facts)}`, facts.about.by),
    address: slip,
  },
  payFell: {
    tone: 'plain',
    title: ({ amount }) => `Doanh thu tính lương giảm ${formatMoney(amount ?? 0)}`,
    detail: fallDetail,
    address: lineAddress,
  },
  adjusted: {
    tone: 'plain',
    title: (facts) => `Tháng ${monthOf(facts)} đã chốt, sẽ có điều chỉnh`,
    detail: (facts) => `${fallDetail(facts)}, doanh thu giảm ${formatMoney(facts.amount ?? 0)}`,
    address: lineAddress,
  },
  backCharge: {
    tone: 'bad',
    title: ({ amount }) => `Truy thu ${formatMoney(amount ?? 0)}`,
    detail: ({ n, about }) =>
      n > 1
        ? `${thousands(n)} đơn`
        : `${chargeWords[about.why ?? ''] ?? 'Đơn'}, ${named(phoneOf(about), about.package)}`,
    address: rowAddress,
  },
  adjustment: {
    tone: 'plain',
    title: (facts) => `Điều chỉnh ${formatMoney(facts.amount ?? 0)} vào lương tháng ${monthOf(facts)}`,
    detail: ({ n, about }) =>
      n > 1
        ? `Của ${thousands(n)} tháng đã chốt`
        : `Của tháng ${about.of ? formatMonth(about.of) : ''} đã chốt`,
    address: slip,
  },
  monthClosed: {
    tone: 'plain',
    title: (facts) => `Tháng ${monthOf(facts)} đã chốt, chi trả ${formatMoney(facts.amount ?? 0)}`,
    detail: () => 'Phiếu lương không đổi nữa; việc biết sau thành điều chỉnh của tháng sau',
    address: slip,
  },
  received: {
    tone: 'plain',
    title: (facts) => `Nhận ${handed(facts)} từ ${facts.about.from ?? ''}`,
    detail: ({ about }) => `Bàn giao bởi ${about.by ?? ''}`,
    address: () => addressWith('care'),
  },
  givenAway: {
    tone: 'plain',
    title: (facts) => `${capital(handed(facts))} đã giao cho ${facts.about.to ?? ''}`,
    detail: ({ about }) => `Bàn giao bởi ${about.by ?? ''}`,
    address: () => addressWith('care'),
  },
  released: {
    tone: 'warn',
    title: ({ about }) => named('Số', phoneOf(about), 'đã được nhả khỏi tay bạn'),
    detail: ({ about }) => listed(about.by, about.why, quoted(about.reason)),
    address: () => addressWith('care'),
  },
  lateGiven: {
    tone: 'warn',
    title: ({ about }) => `${thousands(about.numbers ?? 0)} số đã về leader vì chưa vào ca`,
    detail: () => 'Lấy số đầu tiên hôm nay thì nhận lại những số chưa ai lấy',
    address: () => addressWith('care'),
  },
  lateReceived: {
    tone: 'plain',
    title: ({ n, about }) =>
      n > 1
        ? `Số của ${thousands(n)} người chưa vào ca đã về bạn`
        : `${thousands(about.numbers ?? 0)} số của ${about.from ?? ''} đã về bạn`,
    detail: () => 'Chưa lấy số nào đến giờ đã đặt',
    address: () => addressWith('floor'),
  },
  mfyReceived: {
    tone: 'warn',
    title: (facts) => `Nhận ${nounOf(facts)}${facts.n > 1 ? '' : ` từ ${facts.about.from ?? ''}`}`,
    detail: ({ n, about }) => listed(n > 1 ? undefined : named(phoneOf(about), about.package), about.by),
    address: rowAddress,
  },
  rights: {
    tone: 'plain',
    title: ({ about }) => (about.text ? `Vị trí và quyền đã đổi: ${about.text}` : 'Quyền của bạn đã đổi'),
    detail: ({ about }) => listed(about.role && `Vai trò ${about.role}`, about.by),
    address: () => addressWith('profile'),
  },
  highAccount: {
    tone: 'warn',
    title: ({ n, about }) =>
      n > 1
        ? `${thousands(n)} thay đổi ở tài khoản quản lý hoặc giữ tiền`
        : `${about.to ?? ''} ${deedOf(about).other}`,
    detail: ({ n, about }) => (n > 1 ? (about.by ?? '') : deedBy(about)),
    address: () => addressWith('accounts'),
  },
  ownAccount: {
    tone: 'warn',
    title: ({ about }) => deedOf(about).own,
    detail: ({ about }) => listed(deedBy(about), 'Không phải bạn nhờ thì báo ngay'),
    address: () => addressWith('profile'),
  },
  payoutChanged: {
    tone: 'warn',
    title: payoutTitle,
    detail: payoutDetail,
    address: () => addressWith('profile'),
  },
  payoutOfOther: {
    tone: 'warn',
    title: payoutTitle,
    detail: payoutDetail,
    address: () => addressWith('danhsachchitra'),
  },
  payoutMissing: {
    tone: 'warn',
    title: (facts) => `Chưa có tài khoản ngân hàng để nhận lương tháng ${monthOf(facts)}`,
    detail: ({ about }) => listed('Nhập ở Hồ sơ, lương được giữ lại tới khi có', about.by),
    address: () => addressWith('profile'),
  },
  factorReset: {
    tone: 'warn',
    title: () => 'Xác thực hai lớp của bạn đã được đặt lại',
    detail: ({ about }) => listed(about.by, 'Không phải bạn nhờ thì báo ngay'),
    address: () => addressWith('profile'),
  },
  factorChanged: {
    tone: 'warn',
    title: ({ about: { why } }) =>
      why === 'off' ? 'Xác thực hai lớp của bạn đã tắt' : 'Xác thực hai lớp của bạn dùng thiết bị mới',
    detail: () => 'Không phải bạn làm thì đổi mật khẩu ngay',
    address: () => addressWith('profile'),
  },
  recoveryCode: {
    tone: 'warn',
    title: () => 'Đã đăng nhập bằng một mã khôi phục',
    detail: ({ about: { numbers = 0 } }) =>
      `Còn ${thousands(numbers)} mã; không phải bạn thì đổi mật khẩu ngay`,
    address: () => addressWith('profile'),
  },
  holdEnded: {
    tone: 'warn',
    title: ({ n, about }) =>
      n > 1 ? `${thousands(n)} sim hết giờ giữ, đã về kho` : `Sim ${about.sim ?? ''} hết giờ giữ, đã về kho`,
    detail: () => 'Giữ lại được sau 24 giờ kể từ lúc giữ',
    address: ({ n, about }) => addressWith('simso', n > 1 ? allRows : { so_dien_thoai: about.sim }),
  },
  orderEnded: {
    tone: 'warn',
    title: ({ n, about }) =>
      n > 1
        ? `${thousands(n)} đơn sim hết hạn thanh toán, đã huỷ`
        : `Đơn sim ${about.text ?? ''} hết hạn thanh toán, đã huỷ`,
    detail: ({ n, about }) => (n > 1 ? 'Các số đã về kho' : `Số ${about.sim ?? ''} đã về kho`),
    address: ({ n, about }) => addressWith('order', n > 1 ? allRows : { so_dien_thoai: about.sim }),
  },
  job: {
    tone: ({ about }) => (about.failed ? 'bad' : 'good'),
    title: ({ about }) => about.text ?? 'Việc đã xong',
    detail: () => '',
    address: jobAddress,
  },
} as const satisfies Record<string, Kind>

export type BellKind = keyof typeof bellKinds

/** Tone, sentence and address of a notice. */
export function bellText(kind: BellKind, facts: BellFacts) {
  const { tone, title, detail, address }: Kind = bellKinds[kind]
  return {
    tone: typeof tone === 'string' ? tone : tone(facts),
    title: title(facts),
    detail: detail(facts),
    address: address(facts),
  }
}

export const isBellKind = (kind: string): kind is BellKind => Object.hasOwn(bellKinds, kind)
