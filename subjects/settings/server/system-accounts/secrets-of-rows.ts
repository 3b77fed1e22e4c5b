/** Secrets of rows: validated, sealed, and stored separately (D2-Q-192, D2-Q-193, D3-SEC-01). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import {
  contentFault,
  hiddenSecret,
  secretFields,
  systemaccount,
  type SecretField,
} from '#subjects/settings/contract/lists/systemaccount.ts'
import type { Ctx, Services } from '#kit/server/context.ts'
import { collapse, saveRows } from '#kit/server/import.ts'
import type { Values } from '#kit/server/write.ts'
import { keyIdOf, lockedKeyId, otherKey, type Secrets } from '#platform/server/running/secrets.ts'

/** The encryption; refused with a message while no key is configured. */
export function secretsOf({ secrets }: Pick<Services, 'secrets'>): Secrets {
  if (secrets) return secrets
  throw new AppError('UPSTREAM', 'Chưa cấu hình khoá mã hoá (SECRETS_KEY), chưa lưu hay xem được mật khẩu')
}

/** The same, blocking key rotation until the transaction ends; refused when the key changed meanwhile. */
export async function lockSecrets({ db, services }: Pick<Ctx, 'db' | 'services'>): Promise<Secrets> {
  const secrets = secretsOf(services)
  if ((await lockedKeyId(db)) !== secrets.keyId) throw otherKey()
  return secrets
}

/** Whether the field is stored encrypted. */
export const isSecret = (name: string): name is SecretField =>
  (secretFields as readonly string[]).includes(name)

/** Why a parsed row cannot be stored; the placeholder is no secret. */
export function accountFault(values: Values): { refused: string; field: string } | null {
  const fault = contentFault(values.additional_content)
  if (fault) return { refused: fault, field: 'additional_content' }
  const stars = secretFields.find((name) => values[name] === hiddenSecret)
  return stars
    ? { refused: `${systemaccount.fields[stars].label} đang bị che, cần nhập lại`, field: stars }
    : null
}

/** Throws the error found by `accountFault`, with its field. */
export function requireKept(values: Values): void {
  const fault = accountFault(values)
  if (fault) throw new AppError('VALIDATION', fault.refused, { fields: { [fault.field]: fault.refused } })
}

/** Separates auditable values from secrets. */
export function splitSecrets(values: Values): {
  plain: Values
  secret: Partial<Record<SecretField, string>>
} {
  const entries = Object.entries(values)
  return {
    plain: Object.fromEntries(entries.filter(([name]) => !isSecret(name))),
    secret: Object.fromEntries(
      entries.filter(([name]) => isSecret(name)).map(([name, value]) => [name, String(value)]),
    ),
  }
}

/** The row with its secrets sealed. */
export const sealSecrets = (values: Values, { seal }: Secrets): Values => ({
  ...values,
  ...Object.fromEntries(
    secretFields.flatMap((name) => {
      const value = values[name]
      return typeof value === 'string' ? [[name, seal(name, value)]] : []
    }),
  ),
})

/**
 * Saves rows with sealed secrets: one per system and account, the last of repeated ones; existing ones are updated.
 * Returns how many are new. Refused when sealed with a key no longer in force.
 */
export async function saveSealedRows(rows: Values[], ctx: Ctx): Promise<number> {
  const { keyId } = await lockSecrets(ctx)
  const unique = collapse(rows, systemaccount.sheet.key)
  if (unique.some((row) => secretFields.some((name) => keyIdOf(String(row[name])) !== keyId)))
    throw new AppError('CONFLICT', 'Khoá mã hoá đã được thay, hãy tải lại file')
  const inserted = await saveRows(
    systemaccount,
    unique.map((row) => splitSecrets(row).plain),
    ctx,
  )
  await ctx.db.query(sql`
    INSERT INTO systemaccount_secret (account_id, password, api)
    SELECT a.id, r.password, r.api
    FROM jsonb_to_recordset(${JSON.stringify(unique)}::jsonb) AS r(position text, account text, password text, api text)
    JOIN systemaccount a ON a.position = r.position AND a.account = r.account
    ON CONFLICT (account_id) DO UPDATE SET password = excluded.password, api = excluded.api`)
  return inserted
}
