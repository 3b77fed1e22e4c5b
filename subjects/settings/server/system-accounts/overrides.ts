/** Overrides of system accounts: secrets are stored separately, and each reveal is audited (D2-Q-192). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { isObject } from '#kit/contract/is-object.ts'
import type { Row } from '#kit/contract/row-schema.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { hiddenSecret, secretFields, systemaccount } from '#subjects/settings/contract/lists/systemaccount.ts'
import type { Json } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { historyOf } from '#kit/server/history.ts'
import { importRows, readChunk } from '#kit/server/import.ts'
import { requireId } from '#kit/server/list.ts'
import type { Overrides } from '#kit/server/routes.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { create, readBody, update } from '#kit/server/write.ts'
import {
  accountFault,
  splitSecrets,
  isSecret,
  lockSecrets,
  requireKept,
  saveSealedRows,
  sealSecrets,
  secretsOf,
} from './secrets-of-rows.ts'

type Secret = Partial<Record<(typeof secretFields)[number], string>>

/** Stores the given secrets and audits their names, without values. */
async function keepSecrets(id: string, secret: Secret, ctx: Ctx): Promise<void> {
  const names = secretFields.filter((name) => secret[name] !== undefined)
  if (names.length === 0) return
  const secrets = await lockSecrets(ctx)
  const { password, api } = sealSecrets(secret, secrets)
  await ctx.db.query(sql`
    UPDATE systemaccount_secret SET password = coalesce(${password ?? null}, password), api = coalesce(${api ?? null}, api)
    WHERE account_id = ${id}`)
  await audit(ctx, {
    action: 'update',
    resource: systemaccount.path,
    resourceId: id,
    before: Object.fromEntries(names.map((name) => [name, hiddenSecret])),
    after: Object.fromEntries(names.map((name) => [name, `${hiddenSecret} (mới)`])),
  })
}

/** The row as in lists, as an object. */
async function plainRow(id: string, ctx: Ctx): Promise<Row> {
  const { rows } = await ctx.db.query<Row>(sql`
    SELECT id, position, account, password, api, additional_content, version FROM systemaccount_list WHERE id = ${id}`)
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND', refusals.notFound)
  return row
}

/** A PUT without an idempotency key has no transaction, but this one needs several statements. */
const inOneTransaction = <T>(ctx: Ctx, work: (within: Ctx) => Promise<T>): Promise<T> =>
  ctx.db === ctx.services.pool ? inTransaction(ctx.services, ctx, work) : work(ctx)

/** PUT: the placeholder means unchanged, an empty secret is refused; new secrets raise the row's version. */
async function change(id: string, sent: unknown, ctx: Ctx): Promise<Json<Row>> {
  const entries = Object.entries(isObject(sent) ? sent : {})
  const body = Object.fromEntries(
    entries.filter(([name, value]) => !(isSecret(name) && value === hiddenSecret)),
  )
  const values = readBody(systemaccount, body, ctx.actor, 'update')
  requireKept(values)
  const { secret } = splitSecrets(values)
  const plainFields = Object.fromEntries(Object.entries(body).filter(([name]) => !isSecret(name)))
  // Writing an unchanged field checks and raises the version when only secrets change.
  const { position } = await plainRow(id, ctx)
  const isNew = Object.keys(secret).length > 0
  const row = await update(systemaccount, id, isNew ? { position, ...plainFields } : plainFields, ctx)
  await keepSecrets(id, secret, ctx)
  return row
}

async function reveal(id: string, ctx: Ctx): Promise<Record<string, string>> {
  const { rows } = await ctx.db.query<{ password: string; api: string }>(sql`
    SELECT password, api FROM systemaccount_secret WHERE account_id = ${id}`)
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND', refusals.notFound)
  const { open } = secretsOf(ctx.services)
  const secret = { password: open('password', row.password), api: open('api', row.api) }
  // Audited before the response: nothing is shown without a record.
  await audit(ctx, { action: 'reveal', resource: systemaccount.path, resourceId: id })
  return secret
}

export const systemAccountOverrides: Overrides = {
  // GET of one returns the secrets themselves.
  reauth: ['one'],
  one: async (ctx, raw) => {
    const id = requireId(raw.params.id)
    return { ...(await plainRow(id, ctx)), ...(await reveal(id, ctx)) }
  },
  create: async (ctx, raw) => {
    const values = readBody(systemaccount, raw.body, ctx.actor, 'create')
    requireKept(values)
    const secrets = await lockSecrets(ctx)
    const { plain, secret } = splitSecrets(values)
    const row = await create(systemaccount, plain, ctx)
    const { password, api } = sealSecrets(secret, secrets)
    await ctx.db.query(sql`
      INSERT INTO systemaccount_secret (account_id, password, api)
      SELECT id, ${password}, ${api} FROM systemaccount
      WHERE position = ${plain.position} AND account = ${plain.account}`)
    return row
  },
  update: (ctx, raw) => inOneTransaction(ctx, (within) => change(requireId(raw.params.id), raw.body, within)),
  import: (ctx, raw) =>
    importRows(systemaccount, readChunk(raw.body), ctx, async (rows) => {
      const faults = rows.map(accountFault)
      const secrets = await lockSecrets(ctx)
      const good = rows.filter((_, index) => faults[index] === null).map((row) => sealSecrets(row, secrets))
      const refused = new Map(
        faults.flatMap((fault, index) => (fault ? [[index, fault.refused] as const] : [])),
      )
      return { inserted: await saveSealedRows(good, ctx), refused }
    }),
  history: async (ctx, raw) => {
    const id = requireId(raw.params.id)
    await plainRow(id, ctx)
    const { values } = await historyOf(systemaccount, id, ctx, {
      more: ({ action }) =>
        action === 'reveal'
          ? [{ field: 'password', label: 'Mật khẩu và API', before: null, after: 'đã xem' }]
          : [],
    })
    return { values: values.filter(({ changes }) => changes.length > 0) }
  },
}
