/** Both revenues of the people of the filter, all pages, beside the page buttons (D2-PAY-11, D2-PAY-12). */
import { formatMoney } from '../../../contract/money.ts'
import css from './payroll.module.css'

export const Revenue = ({ of }: { of: Readonly<Record<string, unknown>> }) => (
  <span className={css.revenue}>
    Doanh thu tạm tính <b data-num>{formatMoney(Number(of.tongDoanhThuTamTinh))}</b>
    Doanh thu thực tế <b data-num>{formatMoney(Number(of.tongDoanhThuThucTe))}</b>
  </span>
)
