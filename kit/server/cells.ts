/** Edits of many cells in one step, and undoing one's own last step: each row is written like a single edit of its cells (D3-GRID-03, D3-GRID-04). */
import sql from 'sql-template-tag'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { paramOf, setterOf } from '#kit/contract/action.ts'
import { cellsInput, undoHours, undoTexts, type CellsAnswer, type UndoAnswer } from '#kit/contract/cells.ts'
import { AppError } from '#kit/contract/error.ts'
import { isEmpty, showField } from '#kit/contract/kinds.ts'
import { operations } from '#kit/contract/operations.ts'
import { isPasted, mostCells, notPasted, tooManyCells } from '#kit/contract/pasted.ts'
import { fieldOf, tableOf, type Resource } from '#kit/contract/resource.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { runAction, readActionCall } from './actions.ts'
import { withMsg, type Reply } from './answer.ts'
import { readInput } from './call.ts'
import type { Ctx } from './context.ts'
import type { Raw } from './handle.ts'
import { ident, versionFor } from './kinds.ts'
import { toAppError } from './refusals.ts'
import { endStep } from './step.ts'
import { currentRow, writable, type Effect } from './write.ts'

type Values = Record<string, unknown>
type RowCells = { id: string; version: number; values: Values }
type Refusal = CellsAnswer['refused'][number]

/** Functions that write the cells of a row: the resource's own update, and the effects of its setters. */
export type CellWrites = {
  resource: Resource
  update: (ctx: Ctx, raw: Raw) => Promise<unknown>
  effects: Readonly<Partial<Record<string, Effect>>>
}

/** The setter action of a field; fields without one are written by an update. */
const setterName = ({ actions = {} }: Resource, name: string): string | undefined =>
  Object.keys(actions).find((key) => actions[key] === setterOf({ actions }, name))

/** Whether `actor` may write the field through its cell, or, when undoing, through its form. */
function mayWriteCell(resource: Resource, name: string, actor: Actor): boolean {
  const setter = setterOf(resource, name)
  if (setter) return can(actor, setter.may)
  const right = operations.update.right(resource)
  return right !== null && can(actor, right) && writable(resource, actor).includes(name)
}

/** Writes the cells of a row like single edits; a setter uses the version that the update returned. */
async function writeRow(writes: CellWrites, { id, version, values }: RowCells, ctx: Ctx): Promise<void> {
  const { resource, effects } = writes
  const names = Object.keys(values)
  const plain = names.filter((name) => setterName(resource, name) === undefined)
  let expected: { version?: number } = { version }
  if (plain.length > 0) {
    const body = { ...Object.fromEntries(plain.map((name) => [name, values[name]])), ...expected }
    await writes.update(ctx, { params: { id }, query: {}, body })
    // From here on this step has locked the row.
    expected = {}
  }
  for (const name of names) {
    const key = setterName(resource, name)
    const action = key === undefined ? undefined : resource.actions?.[key]
    if (!key || !action) continue
    const param = paramOf(action) ?? name
    const body = { id, [param]: values[name], ...expected }
    const call = readActionCall(resource, action, { params: {}, query: {}, body })
    await runAction(resource, action, call, ctx, effects[key])
    expected = {}
  }
}

/** The refusals of one row: by field if the error names fields, else for the row. */
function refusalsOf({ id, values }: RowCells, { fields = {}, message }: AppError): Refusal[] {
  const named = Object.entries(fields).filter(([name]) => name in values)
  if (named.length === 0) return [{ id, field: null, msg: message }]
  return named.map(([field, msg]) => ({ id, field, msg }))
}

/** Reads the body of the call; VALIDATION for too many cells, or a row that occurs twice. */
export function readCells(raw: Raw): { rows: RowCells[]; check: boolean } {
  const { rows, check } = readInput(cellsInput, raw)
  const count = rows.reduce((sum, { values }) => sum + Object.keys(values).length, 0)
  if (count > mostCells) throw new AppError('VALIDATION', tooManyCells)
  // Otherwise one check could test a thousand guesses at a hidden value.
  if (new Set(rows.map(({ id }) => id)).size < rows.length) throw new AppError('VALIDATION', messages.invalid)
  return { rows, check }
}

/** The reasons a row may not be written at all: fields that cannot be edited in a cell, or not by this caller. */
function unfit(resource: Resource, { id, values }: RowCells, actor: Actor): Refusal[] {
  return Object.keys(values).flatMap((name) => {
    const field = resource.fields[name]
    if (!field || !isPasted(resource, name))
      return [{ id, field: name, msg: notPasted(field?.label ?? name) }]
    if (!mayWriteCell(resource, name, actor)) return [{ id, field: name, msg: messages.forbidden }]
    // A form leaves an emptied amount unchanged, so a paste must not report it as saved.
    const isUnchanged = isEmpty(values[name]) && field.kind === 'money' && field.default !== undefined
    return isUnchanged ? [{ id, field: name, msg: messages.missingField }] : []
  })
}

/** Writes all rows or none, in the transaction of `ctx`; the answer lists every refused cell. A check does the same and rolls back, so that it reports what a save would. */
export async function writeCells(
  writes: CellWrites,
  { rows, check }: ReturnType<typeof readCells>,
  ctx: Ctx,
): Promise<CellsAnswer> {
  const later: (() => void)[] = []
  const stepCtx: Ctx = {
    ...ctx,
    step: 'hand',
    publish: (changed) => void later.push(() => ctx.publish(changed)),
    after: (work) => void later.push(() => ctx.after(work)),
  }
  const refused: Refusal[] = []
  await ctx.db.query(sql`SAVEPOINT cells`)
  // In id order, so that concurrent steps over the same rows do not deadlock.
  for (const row of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const wrong = unfit(writes.resource, row, ctx.actor)
    refused.push(...wrong)
    if (wrong.length > 0) continue
    try {
      await writeRow(writes, row, stepCtx)
    } catch (error) {
      const refusal = toAppError(error)
      if (refusal.status >= 500) throw error
      refused.push(...refusalsOf(row, refusal))
      // After a database error PostgreSQL accepts no further statement in the transaction.
      if (!(error instanceof AppError)) break
    }
  }
  if (check || refused.length > 0) {
    await ctx.db.query(sql`ROLLBACK TO SAVEPOINT cells`)
    return { saved: 0, refused }
  }
  for (const run of later) run()
  return { saved: rows.length, refused }
}

type States = { before: Values; after: Values }

/** Request id of the caller's newest step of the last hours that was not undone. */
async function lastStep({ path }: Resource, { actor, db }: Ctx): Promise<string | undefined> {
  const { rows } = await db.query<{ request_id: string }>(sql`
    SELECT request_id FROM audit_log a
    WHERE by_hand AND actor_id = ${actor.id} AND resource = ${path} AND at > now() - make_interval(hours => ${undoHours})
      AND NOT EXISTS (SELECT FROM undone_steps u WHERE u.actor_id = a.actor_id AND u.request_id = a.request_id)
    ORDER BY id DESC LIMIT 1`)
  return rows[0]?.request_id
}

/** The states written by the step: of each row the first before and the last after. */
async function statesOf(step: string, { path }: Resource, { actor, db }: Ctx): Promise<Map<string, States>> {
  const { rows } = await db.query<States & { id: string }>(sql`
    SELECT resource_id AS id, before, after FROM audit_log
    WHERE by_hand AND actor_id = ${actor.id} AND resource = ${path} AND at > now() - make_interval(hours => ${undoHours})
      AND request_id = ${step}
    ORDER BY audit_log.id`)
  const states = new Map<string, States>()
  for (const { id, before, after } of rows)
    states.set(id, { before: states.get(id)?.before ?? before, after })
  return states
}

/** A stored row, locked until the end of the transaction; undefined if it no longer exists. */
async function lockedRow(resource: Resource, id: string, ctx: Ctx) {
  const { rows } = await ctx.db.query<{ row: Values; version: number }>(sql`
    SELECT to_jsonb(t) AS row, ${versionFor(resource, ctx.actor)} AS version FROM ${ident(tableOf(resource))} AS t
    WHERE id = ${id} FOR NO KEY UPDATE`)
  return rows[0]
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

type Back = { id: string; version: number; open: readonly string[] }

/**
 * Restores the former values of the open fields and returns the names of those written; the reasons for the others are
 * added to `stayed`. A value that depends on another field (the price of a package whose price has changed) is refused
 * alone and does not keep other fields from being restored.
 */
async function writeBack(
  writes: CellWrites,
  { id, version, open }: Back,
  former: (name: string) => unknown,
  stayed: Map<string, string>,
  ctx: Ctx,
): Promise<readonly string[]> {
  if (open.length === 0) return []
  const values = Object.fromEntries(open.map((name) => [name, former(name) ?? null]))
  await ctx.db.query(sql`SAVEPOINT undo`)
  try {
    const forbidden = open.find((name) => !mayWriteCell(writes.resource, name, ctx.actor))
    if (forbidden !== undefined) throw new AppError('FORBIDDEN', messages.forbidden)
    await writeRow(writes, { id, version, values }, ctx)
    return open
  } catch (error) {
    const refusal = toAppError(error)
    if (refusal.status >= 500) throw error
    await ctx.db.query(sql`ROLLBACK TO SAVEPOINT undo`)
    const refused = open.filter((name) => refusal.fields?.[name] !== undefined)
    const remaining = refused.length === 0 ? open : refused
    for (const name of remaining) stayed.set(name, refusal.fields?.[name] ?? refusal.message)
    const rest = open.filter((name) => !remaining.includes(name))
    return writeBack(writes, { id, version, open: rest }, former, stayed, ctx)
  }
}

/** Undoes the step in one row, in the fields that still have the value it wrote; returns the restored fields, and the reasons for the others. */
async function takeBack(writes: CellWrites, id: string, { before, after }: States, ctx: Ctx) {
  const { resource } = writes
  const columnOf = (name: string): string => fieldOf(resource, name).from ?? name
  const stayed = new Map<string, string>()
  const changed = Object.keys(resource.fields).filter(
    (name) =>
      (setterName(resource, name) !== undefined
        ? isPasted(resource, name)
        : writable(resource, ctx.actor).includes(name)) &&
      !isEqual(before[columnOf(name)], after[columnOf(name)]),
  )
  const now = await lockedRow(resource, id, ctx)
  const open = changed.filter((name) => isEqual(now?.row[columnOf(name)], after[columnOf(name)]))
  for (const name of changed) if (!open.includes(name)) stayed.set(name, undoTexts.changed)
  if (!now || open.length === 0) return { undone: [], stayed }
  const wanted = await writeBack(
    writes,
    { id, version: now.version, open },
    (name) => before[columnOf(name)],
    stayed,
    ctx,
  )
  const then = await lockedRow(resource, id, ctx)
  const undone = wanted.filter((name) => isEqual(then?.row[columnOf(name)], before[columnOf(name)]))
  for (const name of wanted) if (!undone.includes(name)) stayed.set(name, undoTexts.notTaken)
  return { undone, stayed }
}

/** Name of a row as the caller sees it; empty for a row out of scope. */
async function nameOf(resource: Resource, id: string, ctx: Ctx): Promise<string> {
  const row = (await currentRow(resource, id, ctx))?.row
  const name = resource.list[0]
  return row && name !== undefined ? showField(row[name], fieldOf(resource, name)) : refusals.notFound
}

/** Most undone rows listed by name. */
const mostNamed = 3

/**
 * Undoes the caller's last step, in the transaction of `ctx`: every cell that still has the value the step wrote gets
 * its former value by a regular edit, the others are listed. CONFLICT while another request is undoing the same step.
 */
export async function undoStep(writes: CellWrites, ctx: Ctx): Promise<Reply<UndoAnswer>> {
  const { resource } = writes
  const answer: UndoAnswer = { undone: 0, rows: [], stayed: [] }
  const step = await lastStep(resource, ctx)
  if (step === undefined) return withMsg(answer, undoTexts.nothing)
  await endStep(ctx, step)
  for (const [id, states] of [...(await statesOf(step, resource, ctx))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const { undone, stayed } = await takeBack(writes, id, states, { ...ctx, step: 'undo' })
    answer.undone += undone.length
    const named = undone.length > 0 && answer.rows.length < mostNamed
    const name = named || stayed.size > 0 ? await nameOf(resource, id, ctx) : ''
    if (named) answer.rows.push(name)
    for (const [field, msg] of stayed)
      answer.stayed.push({ row: name, field: fieldOf(resource, field).label, msg })
  }
  return answer
}
