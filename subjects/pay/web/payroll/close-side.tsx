/** Beside the checklist: sums of the month, amounts from closed months, effects of closing (D3-PAY-05, D3-PAY-07). */
import { IconArrowBackUp, IconLock, IconRefresh } from '@tabler/icons-react'
import { Link } from 'wouter'
import { formatMoney } from '#kit/contract/money.ts'
import { addMonths } from '#kit/contract/month.ts'
import { payrollTexts } from '#subjects/pay/contract/calls/payroll.ts'
import { signedMoney } from '#kit/contract/compared.ts'
import type { CloseState } from '#subjects/pay/contract/calls/payroll-close.ts'
import { AmountList } from '#figures/amount-list.tsx'
import { Card, CardNote } from '#figures/card.tsx'
import { Fact, Facts } from '#figures/facts.tsx'
import { SaidTime } from '#kit/web/ui/said-time.tsx'
import { payrollLink } from './close-links.ts'
import css from './close.module.css'

/** Sums of the month, each linked to its rows. */
export function Sums({ state: { thang, da_chot, tong } }: { state: CloseState }) {
  return (
    <Card
      title={da_chot ? 'Số đã chốt' : 'Số sẽ chốt'}
      label="Số chi trả"
      note={`${tong.nguoi} nhân viên`}
      end={<Link href={payrollLink(thang)}>Mở bảng lương</Link>}
    >
      <Facts>
        <Fact label="Tổng lương tháng">{formatMoney(tong.tongLuongThang)}</Fact>
        <Fact label="Khấu trừ">{tong.tongKhauTru === 0 ? '0' : formatMoney(-tong.tongKhauTru)}</Fact>
        <Fact sum label="Lương thực nhận">
          {formatMoney(tong.luongThucNhan)}
        </Fact>
        <Fact label="Điều chỉnh tháng đã chốt">{signedMoney(tong.dieuChinh)}</Fact>
        <Fact sum label="Chi trả">
          <b className={css.paid}>{formatMoney(tong.chiTra)}</b>
        </Fact>
      </Facts>
      {tong.nguoiAm > 0 && (
        <CardNote foot>
          <span title={payrollTexts.belowZero}>
            {tong.nguoiAm} người chi trả âm, cộng {formatMoney(tong.soAm)}: không chuyển tiền, không tự trừ
            vào tháng sau
          </span>
        </CardNote>
      )}
    </Card>
  )
}

/** The largest adjustments, by person. */
export function Adjustments({ state: { thang, da_chot, dieu_chinh } }: { state: CloseState }) {
  const { count, values } = dieu_chinh
  if (count === 0) return null
  return (
    <Card
      title={da_chot ? 'Điều chỉnh đã trả' : 'Điều chỉnh chờ trả'}
      label="Điều chỉnh"
      note={`${count} người`}
    >
      <AmountList
        ruled
        lines={values.map(({ username, fullname, cua_thang, so_dong, so }) => ({
          key: `${username} ${cua_thang}`,
          name: `${fullname} (${username})`,
          amount: signedMoney(so),
          note: `${so_dong} dòng của tháng ${cua_thang}`,
          href: payrollLink(thang, username),
        }))}
      />
      {count > values.length && (
        <CardNote foot>và {count - values.length} người nữa trong bảng lương</CardNote>
      )}
    </Card>
  )
}

/** Closings and reopenings of the month, the newest first. */
export function Closings({ state: { lan_chot, tinh_lai_lech } }: { state: CloseState }) {
  if (lan_chot.length === 0) return null
  return (
    <Card
      title="Các lần chốt"
      note={
        tinh_lai_lech !== null &&
        (tinh_lai_lech === 0 ? 'tính lại khớp từng đồng' : `${tinh_lai_lech} dòng tính lại lệch`)
      }
    >
      <ul className={css.closings}>
        {lan_chot.map(({ chot_boi, chot_luc, ly_do, mo_lai_boi, mo_lai_luc, mo_lai_ly_do }) => (
          <li key={chot_luc}>
            {mo_lai_luc && (
              <p>
                {mo_lai_boi} mở lại <SaidTime at={mo_lai_luc} />
                <small>{mo_lai_ly_do}</small>
              </p>
            )}
            <p>
              {chot_boi} chốt <SaidTime at={chot_luc} />
              {ly_do && <small>{ly_do}</small>}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true }

export function Effects({ state: { thang, tong } }: { state: CloseState }) {
  return (
    <Card title="Chốt xong thì">
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
    </Card>
  )
}
