/** Confirmations and messages on the demo's payslips. */
import sql from 'sql-template-tag'
import { addDays, todayVn } from '#kit/contract/dates.ts'
import { slipLines, type SlipLine } from '#subjects/pay/contract/pay-lists.ts'
import { payrollDefaults } from '#subjects/pay/contract/payroll-settings.ts'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { closedAt } from './demo-close.ts'
import { instantAt, hour, minute, monthsOf } from './demo-days.ts'

/** Question and answer about a line; without an answer it is pending. */
type Talk = { username: string; line: SlipLine; asks: string; answers?: string; by?: string }
type Month = {
  talks: readonly Talk[]
  /** Who confirmed all lines afterwards; `null`: everyone. */
  confirmed: readonly string[] | null
}

const months: readonly [Month, Month, Month] = [
  {
    confirmed: null,
    talks: [
      {
        username: 'sale111',
        line: 'hoaHongThucTinh',
        asks: 'Hai gói em bán giữa tháng không thấy tính hoa hồng, nhờ anh kiểm tra giúp em.',
        answers:
          'Hai gói đó nhà mạng báo thất bại khi đối soát. Em bấm vào số hoa hồng để xem từng dòng nhé.',
      },
      {
        username: 'sale212',
        line: 'truyThuSauChietKhau',
        asks: 'Khoản truy thu này là của đơn nào ạ?',
        answers: 'Đơn Mfy để quá 10 phút không soạn Y. Đơn có trong phần giải thích của dòng này.',
        by: 'chinhanh2',
      },
    ],
  },
  {
    confirmed: [
      'chinhanh1',
      'chinhanh2',
      'QCMB',
      'leader11',
      'leader21',
      'sale111',
      'sale113',
      'sale211',
      'QCMB01',
    ],
    talks: [
      {
        username: 'sale112',
        line: 'luongTheoNgayCong',
        asks: 'Em quên chấm ra một buổi chiều, anh xem camera giúp em là em làm đủ ngày.',
        answers: 'Anh đã tính ca ngày cho buổi đó trước khi chốt, em xem lại số công giúp anh.',
      },
      {
        username: 'sale121',
        line: 'kyQuyTamUng',
        asks: 'Em mới tạm ứng một lần, sao trừ nhiều vậy ạ?',
      },
      {
        username: 'HNIMB01',
        line: 'thiDuaThang',
        asks: 'Tháng này nhóm em đứng nhì thi đua, thưởng đã tính chưa ạ?',
        answers: 'Thưởng nhì trả cùng kỳ lương sau, chị đã ghi vào dữ liệu nhập tay.',
      },
    ],
  },
  {
    confirmed: [],
    talks: [
      {
        username: 'sale122',
        line: 'dieuChinh',
        asks: 'Dòng điều chỉnh này trừ của gói nào tháng trước ạ?',
        answers: 'Gói nhà mạng huỷ sau khi đã chốt lương. Em bấm vào số để mở đúng dòng doanh thu.',
      },
      {
        username: 'sale212',
        line: 'luongTheoNgayCong',
        asks: 'Em có đi làm thứ Bảy tuần trước mà chưa thấy công, nhờ anh kiểm tra.',
      },
      {
        username: 'leader11',
        line: 'hoaHongThucTinh',
        asks: 'Các gói của nhóm sau ngày đối soát gần nhất đã vào số này chưa anh?',
        answers: 'Rồi em, số tạm tính đến tối hôm qua, đối soát lần tới sẽ chốt từng gói.',
      },
      {
        username: 'leader12',
        line: 'luongTheoNgayCong',
        asks: 'Hôm nhóm em làm bù chiều Chủ nhật tính là một công hay nửa công ạ?',
        answers: 'Làm bù đủ hai ca được một công, em xem dòng chấm công của ngày đó.',
      },
      {
        username: 'leader21',
        line: 'thiDuaThang',
        asks: 'Thi đua tháng này đã có kết quả tạm chưa anh?',
        answers: 'Kết quả thi đua có sau ngày cuối tháng, chị nhập tay rồi báo nhóm em.',
      },
      {
        username: 'chinhanh1',
        line: 'truyThuSauChietKhau',
        asks: 'Truy thu của chi nhánh tháng này gồm những đơn nào?',
        answers: 'Bấm vào số để mở danh sách, đơn nào chưa đúng thì báo lại trước khi chốt.',
      },
      {
        username: 'HNIMB',
        line: 'kyQuyTamUng',
        asks: 'Tạm ứng đầu tháng đã trừ vào kỳ này chưa?',
        answers: 'Đã trừ một lần trong kỳ này, phần còn lại trừ vào tháng sau.',
      },
      {
        username: 'QCMB',
        line: 'luongTheoNgayCong',
        asks: 'Ngày công của chi nhánh đã nạp đến hôm nào?',
        answers: 'Đã nạp đến hết tuần trước, file tuần này nạp vào thứ Hai.',
      },
      {
        username: 'doitac1',
        line: 'dieuChinh',
        asks: 'Tháng này có khoản điều chỉnh nào của đối tác không?',
        answers: 'Chưa có khoản nào, nếu có sẽ hiện ở dòng này trước ngày chốt.',
      },
    ],
  },
]

const manager = 'quanly'

/** Hours after closing in the afternoon: asked the next morning, answered after lunch, confirmed a day later. */
const askedAfter = 17
const answeredAfter = 21.5
const confirmedAll = 41

async function saveMonth(
  month: string,
  since: Date,
  now: Date,
  content: Month,
  client: PoolClient,
): Promise<void> {
  /** Times that would be in the future are moved into the last hours, in the same order. */
  const after = (hours: number): Date =>
    new Date(Math.min(since.getTime() + hours * hour, now.getTime() - (48 - hours) * 3 * minute))
  for (const { username, line, asks, answers, by = manager } of content.talks) {
    await client.query(sql`
      INSERT INTO payslip_message (username, thang, cot, nguoi_gui, noi_dung, luc)
      VALUES (${username}, ${month}::date, ${line}, ${username}, ${asks}, ${after(askedAfter)})`)
    if (answers === undefined) continue
    await client.query(sql`
      INSERT INTO payslip_message (username, thang, cot, nguoi_gui, noi_dung, luc)
      VALUES (${username}, ${month}::date, ${line}, ${by}, ${answers}, ${after(answeredAfter)})`)
  }
  await client.query(sql`
    INSERT INTO payslip_confirmation (username, thang, cot, gia_tri, luc)
    SELECT r.username, ${month}::date, x.cot, (to_jsonb(r) ->> x.cot)::numeric, ${after(confirmedAll)}
    FROM payroll_rows(${month}::date, ${JSON.stringify(payrollDefaults)}::jsonb, ${content.confirmed}::text[]) r
    JOIN users u ON u.username = r.username AND u."createdAt" < month_end(${month}::date) JOIN roles o ON o.id = u.role_id AND o.priority BETWEEN 3 AND 5,
      unnest(${[...slipLines]}::text[]) x(cot)`)
}

/** Run after the closings. */
export async function savePayslips(now: Date, client: PoolClient): Promise<void> {
  const [before, last, running] = monthsOf(now)
  await saveMonth(before, closedAt(last, now), now, months[0], client)
  await saveMonth(last, closedAt(running, now), now, months[1], client)
  const afternoon = Math.max(instantAt(addDays(todayVn(now), -2), 16), instantAt(running, -8))
  await saveMonth(running, new Date(afternoon), now, months[2], client)
}
