/** Rows of the differences between partners' statements and our orders (D3-ACC-05). */
import sql from 'sql-template-tag'
import type { ReportSource } from '#kit/server/report.ts'
import { daysOf, ofPartner } from './reportdoitac.ts'

export const lechdoitacRows: ReportSource = {
  rows(query) {
    const { from, to } = daysOf(query)
    const { kieu = '' } = query
    return sql`
      SELECT d.* FROM statement_differences(${from}, ${to}) d
      WHERE ${ofPartner(query, sql`d.doi_tac`)} AND (${kieu} = '' OR d.kieu = ${kieu})`
  },
}
