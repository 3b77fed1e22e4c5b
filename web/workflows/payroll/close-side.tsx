/** Beside the checklist: what is paid, what closed months are due, and what closing does (D3-PAY-05, D3-PAY-07). */
import { IconArrowBackUp, IconLock, IconRefresh } from '@tabler/icons-react'
import { Link } from 'wouter'
import { formatInstant } from '../../../contract/dates.ts'
import { formatMoney } from '../../../contract/money.ts'
import { addMonths } from '../../../contract/month.ts'
import { payrollTexts } from '../../../contract/workflows/payroll.ts'
import type { CloseState } from '../../../contract/workflows/payroll-close.ts'
import { payrollLink } from './close-links.ts'
import css from './close.module.css'

const signed = (amount: number): string => `${amount > 0 ? '+' : ''}${formatMoney(amount)}`

/** Sums of the month; each opens the rows they are of. */
export function Sums({ state: { thang, da_chot, tong } }: { state: CloseState }) {
  return (
    <section className={css.card} aria-label="Số chi trả">
      <header>
        <h2>{da_chot ? 'Số đã chốt' : 'Số sẽ chốt'}</h2>
        <span>{tong.nguoi} nhân viên</span>
        <Link href={payrollLink(thang)}>Mở bảng lương</Link>
      </header>
      <dl className={css.sums}>
        <dt>Tổng lương tháng</dt>
        <dd data-num>{formatMoney(tong.tongLuongThang)}</dd>
        <dt>Khấu trừ</dt>
        <dd data-num>{tong.tongKhauTru === 0 ? '0' : formatMoney(-tong.tongKhauTru)}</dd>
        <dt data-sum>Lương thực nhận</dt>
        <dd data-sum data-num>
          {formatMoney(tong.luongThucNhan)}
        </dd>
        <dt>Điều chỉnh tháng đã chốt</dt>
        <dd data-num>{signed(tong.dieuChinh)}</dd>
      </dl>
      <p className={css.paid}>
        Chi trả <b data-num>{formatMoney(tong.chiTra)}</b>
      </p>
      {tong.nguoiAm > 0 && (
        <p className={css.foot} title={payrollTexts.belowZero}>
          {tong.nguoiAm} người chi trả âm, cộng {formatMoney(tong.soAm)}: không chuyển tiền, không tự trừ vào
          tháng sau
        </p>
      )}
    </section>
  )
}

/** The largest adjustments, by person. */
export function Adjustments({ state: { thang, da_chot, dieu_chinh } }: { state: CloseState }) {
  if (dieu_chinh.count === 0) return null
  return (
    <section className={css.card} aria-label="Điều chỉnh">
      <header>
        <h2>{da_chot ? 'Điều chỉnh đã trả' : 'Điều chỉnh chờ trả'}</h2>
        <span>{dieu_chinh.count} người</span>
      </header>
      <ul className={css.adjusted}>
        {dieu_chinh.values.map(({ username, fullname, cua_thang, so_dong, so }) => (
          <li key={`${username} ${cua_thang}`}>
            <Link href={payrollLink(thang, username)}>
              <span>
                <b>{fullname}</b> {username}
              </span>
              <b data-num>{signed(so)}</b>
              <small>
                {so_dong} dòng của tháng {cua_thang}
              </small>
            </Link>
          </li>
        ))}
      </ul>
      {dieu_chinh.count > dieu_chinh.values.length && (
        <p className={css.foot}>
          và {dieu_chinh.count - dieu_chinh.values.length} người nữa trong bảng lương
        </p>
      )}
    </section>
  )
}

/** Closings and reopenings of the month, the newest first. */
export function Closings({ state: { lan_chot, tinh_lai_lech } }: { state: CloseState }) {
  if (lan_chot.length === 0) return null
  return (
    <section className={css.card} aria-label="Các lần chốt">
      <header>
        <h2>Các lần chốt</h2>
        {tinh_lai_lech !== null && (
          <span>
            {tinh_lai_lech === 0 ? 'tính lại khớp từng đồng' : `${tinh_lai_lech} dòng tính lại lệch`}
          </span>
        )}
      </header>
      <ul className={css.closings}>
        {lan_chot.map(({ chot_boi, chot_luc, ly_do, mo_lai_boi, mo_lai_luc, mo_lai_ly_do }) => (
          <li key={chot_luc}>
            {mo_lai_luc && (
              <p>
                {mo_lai_boi} mở lại <span data-num>{formatInstant(mo_lai_luc)}</span>
                <small>{mo_lai_ly_do}</small>
              </p>
            )}
            <p>
              {chot_boi} chốt <span data-num>{formatInstant(chot_luc)}</span>
              {ly_do && <small>{ly_do}</small>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true }

/** What closing does. */
export function Effects({ state: { thang, tong } }: { state: CloseState }) {
  return (
    <section className={css.card} aria-label="Chốt xong thì">
      <header>
        <h2>Chốt xong thì</h2>
      </header>
      <ul className={css.effects}>
        <li>
          <IconLock {...icon} />
          {tong.nguoi} dòng lương và tham số giữ nguyên như lúc chốt; tính lại luôn ra đúng từng đồng
        </li>
        <li>
          <IconRefresh {...icon} />
          Sửa gì sau đó thành dòng điều chỉnh của tháng {addMonths(thang, 1)}, nối tới dòng nó sửa
        </li>
        <li>
          <IconArrowBackUp {...icon} />
          Mở lại cần quyền quản trị và lý do, được ghi lại
        </li>
      </ul>
    </section>
  )
}
