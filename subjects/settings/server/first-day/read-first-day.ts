/** Reads which jobs of the first day are done: one statement of EXISTS, without counting (D3-SETUP-01). */
import sql, { join, type Sql } from 'sql-template-tag'
import { payrollSettings } from '#subjects/pay/contract/payroll-settings.ts'
import {
  firstDaySteps,
  proposedHours,
  type FirstDay,
  type FirstDayStep,
} from '#subjects/settings/contract/calls/first-day.ts'
import type { Ctx } from '#kit/server/context.ts'

/** Condition: there is an unlocked account of this level. */
const someone = (priority: number): Sql => sql`EXISTS (
  SELECT FROM roles r JOIN users u ON u.role_id = r.id WHERE r.priority = ${priority} AND NOT u.is_deleted)`

const account = ['vietqr.bank_bin', 'vietqr.account', 'vietqr.name']

/** Condition: every setting of the receiving account is filled in. */
const accountSet = join(
  account.map((key) => sql`EXISTS (SELECT FROM settings WHERE key = ${key} AND value #>> '{}' <> '')`),
  ' AND ',
)

const liveFile = sql`FROM data_files f WHERE f.kind = 'pool' AND f.deleted_at IS NULL`

const done: Readonly<Record<FirstDayStep, Sql>> = {
  branches: someone(3),
  leaders: someone(4),
  staff: someone(5),
  prices: sql`EXISTS (SELECT FROM giahoantien WHERE deleted_at IS NULL AND gia_goi > 0)`,
  bank: accountSet,
  pay: sql`EXISTS (SELECT FROM dated_setting WHERE key = ANY(${Object.keys(payrollSettings)}))`,
  file: sql`EXISTS (SELECT ${liveFile} AND EXISTS (
    SELECT FROM customer c WHERE c.file_id = f.id AND c.stage <> 'gone'))`,
  permission: sql`EXISTS (SELECT FROM data_options o WHERE EXISTS (
    SELECT ${liveFile} AND f.id = ANY(o.files)) AND (o.ngay <> '{}' OR o.tu_ngay IS NOT NULL))`,
  split: sql`EXISTS (SELECT FROM data_quotas q JOIN data_files f ON f.id = q.file_id
    WHERE q.quantity > 0 AND f.deleted_at IS NULL)`,
  active: sql`EXISTS (SELECT ${liveFile} AND f.is_activated = 1)`,
}

const steps = join(firstDaySteps.map((step) => sql`CASE WHEN ${done[step]} THEN ${step}::text END`))

/** State of the list for the calling administrator. */
export async function readFirstDay({
  db,
  actor,
  services,
}: Pick<Ctx, 'db' | 'actor' | 'services'>): Promise<FirstDay> {
  const { rows } = await db.query<Omit<FirstDay, 'carrier'>>(sql`
    SELECT array_remove(ARRAY[${steps}], NULL) AS done,
      EXISTS (SELECT FROM roles r JOIN users u ON u.role_id = r.id
        WHERE r.priority = 5 AND NOT u.is_deleted AND NOT u.must_change_password) AS entered,
      EXISTS (SELECT FROM care_history) AS called,
      (SELECT count(*) FROM settings WHERE key = ANY(${Object.keys(proposedHours)})) = 2 AS hours,
      EXISTS (SELECT FROM first_day_put_away WHERE user_id = ${actor.id}) AS "putAway"`)
  const [state] = rows
  if (!state) throw new Error('the first day was not answered')
  return { ...state, carrier: services.carrier !== undefined }
}

/** Whether this administrator starts with the list after sign-in (D3-NAV-03). */
export const isFirst = ({ done: finished, putAway }: FirstDay): boolean =>
  !putAway && finished.length < firstDaySteps.length
