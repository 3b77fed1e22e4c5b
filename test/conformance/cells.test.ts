/** A paste may write exactly what edits of single cells may, for every role, row and field. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { actionPath, paramOf, setterOf } from '#kit/contract/action.ts'
import type { CellsAnswer } from '#kit/contract/cells.ts'
import { operationsOf } from '#kit/contract/operations.ts'
import { isPasted, pastes } from '#kit/contract/pasted.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { openFilledStage } from './filled.ts'
import { gather } from './gather.ts'
import { allIds, imprint, storedRow } from './rows.ts'
import { dealRows } from './scope-calls.ts'
import type { Player, Reply, Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openFilledStage()
  await dealRows(stage.server.pool)
})
afterAll(() => stage.close())

type Cell = { id: string; name: string; value: unknown; version: number }

/** The edit of that single cell, as the screen sends it. */
function editCell(resource: Resource, { ask }: Player, { id, name, value, version }: Cell): Promise<Reply> {
  const setter = setterOf(resource, name)
  if (!setter) return ask('PUT', `/api/v1/${resource.path}/${id}`, { [name]: value, version })
  const path = actionPath(resource, setter).replace(':id', id)
  return ask(setter.method, path, { id, [paramOf(setter) ?? name]: value, version })
}

/** Whether the declaration allows `actor` to write the field: a PUT ignores other fields. */
function mayWrite(resource: Resource, name: string, actor: Actor): boolean {
  const { write = 'any', see = 'any' } = fieldOf(resource, name)
  return setterOf(resource, name) !== undefined || (write !== 'never' && can(actor, write) && can(actor, see))
}

/** A sample of rows: the first, the last and two between. */
const some = (ids: string[]): string[] => [
  ...new Set([0, 0.35, 0.7, 1].map((share) => ids[Math.floor(share * (ids.length - 1))] ?? '')),
]

for (const resource of resources) {
  if (!pastes(resource)) continue
  const paste = `/api/v1/${resource.path}/dan`
  const fields = Object.keys(resource.fields)

  test(`${resource.path}: a paste is accepted for exactly the cells that can be edited (D3-GRID-03)`, async () => {
    const { faults, same, must } = gather()
    const ids = some(await allIds(stage.server.pool, resource))
    must(ids.length > 0 && ids[0] !== '', 'no row')
    const right = operationsOf(resource).find(({ name }) => name === 'cells')
    let written = 0
    for (const player of stage.players) {
      for (const id of ids) {
        for (const name of fields.filter((one) => isPasted(resource, one))) {
          const row = await storedRow(stage.server.pool, resource, id)
          const current = await player.ask('GET', `/api/v1/${resource.path}/${id}`)
          const version = Number(
            (current.body.data as { version?: number } | undefined)?.version ?? row.version,
          )
          // What no field takes is refused alike in every row, so it is asked of the first.
          for (const value of [row[name] ?? null, ...(id === ids[0] ? [{ a: 1 }] : [])]) {
            const cell = { id, name, value, version }
            const label = `${player.name} ${name} ${JSON.stringify(value)}`
            const before = await imprint(stage.server.pool, resource)
            const checked = await player.ask('POST', paste, {
              check: true,
              rows: [{ id, version, values: { [name]: value } }],
            })
            same(await imprint(stage.server.pool, resource), before, `${label} check`)
            const edited = await editCell(resource, player, cell)
            if (right && !can(player.actor, right.may)) {
              same([checked.status, edited.status], [403, 403], label)
              continue
            }
            same(checked.status, 200, `${label} ${checked.text}`)
            const [refused] = (checked.body.data as CellsAnswer).refused
            if (edited.status === 200 && mayWrite(resource, name, player.actor)) {
              same(refused, undefined, label)
              written += 1
            } else if (edited.status === 200) must(refused !== undefined, label)
            else
              same(
                refused?.msg,
                edited.body.fields?.[name] ?? Object.values(edited.body.fields ?? {})[0] ?? edited.body.msg,
                label,
              )
          }
        }
      }
    }
    must(written > 0, 'nothing was taken')
    expect(faults).toEqual([])
  })

  test(`${resource.path}: states, decisions and fields set by the server cannot be pasted (D3-GRID-03)`, async () => {
    const { faults, same } = gather()
    const { ask } = stage.player('admin')
    const [id = ''] = await allIds(stage.server.pool, resource)
    const before = await imprint(stage.server.pool, resource)
    for (const name of fields.filter((one) => !isPasted(resource, one))) {
      const { body } = await ask('POST', paste, { rows: [{ id, version: 1, values: { [name]: '1' } }] })
      same(
        (body.data as CellsAnswer).refused.map(({ field }) => field),
        [name],
        name,
      )
    }
    same(await imprint(stage.server.pool, resource), before, 'stored')
    expect(faults).toEqual([])
  })
}
