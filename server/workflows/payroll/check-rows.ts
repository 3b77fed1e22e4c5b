/** What the preview of an upload says of a row besides its cells: nobody of that name, times that make no day. */
import { noAccount } from '../../../contract/messages.ts'
import { oddities } from '../../../contract/workflows/payroll.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Values } from '../../kit/write.ts'
import { readClocking } from './clock-times.ts'
import { slipOf } from './typed.ts'

type Check = (values: Values) => { refused: string; field: string } | { odd: Record<string, string> } | null

async function accountNames(db: Queryable): Promise<(name: string) => boolean> {
  const { rows } = await db.query<{ name: string }>(`SELECT to_lower(username) AS name FROM users`)
  const known = new Set(rows.map(({ name }) => name))
  return (name) => known.has(name.toLowerCase())
}

const waits = (why: string): string => `${why}: lưu vào chấm công bất thường`

/** Times that are none are refused with the row; a name of nobody and times that cannot be are kept to be decided (D3-PAY-14). */
export async function clockingCheck({ month = '' }: Record<string, string>, db: Queryable): Promise<Check> {
  const isKnown = await accountNames(db)
  return (row) => {
    const reading = readClocking(row, month)
    if (!reading.ok) return { refused: reading.why, field: 'gioVao' }
    const name = String(row.username)
    const { vao, ra, nghi } = reading.value
    const odd = {
      ...(!isKnown(name) && { username: waits(noAccount(name)) }),
      ...(vao !== null && ra !== null && ra < vao && { gioRa: waits(oddities.ra_truoc_vao) }),
      ...(nghi[0] && { gioVao: waits(nghi.map((one) => oddities[one]).join(', ')) }),
    }
    return Object.keys(odd).length > 0 ? { odd } : null
  }
}

/** Amounts of nobody are refused with the row. */
export async function typedCheck(_options: Record<string, string>, db: Queryable): Promise<Check> {
  const isKnown = await accountNames(db)
  return (row) => {
    const name = String(row.username)
    if (!isKnown(name)) return { refused: noAccount(name), field: 'username' }
    const slip = slipOf(row)
    return slip && { refused: slip[1], field: slip[0] }
  }
}
