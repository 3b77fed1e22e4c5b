/** Plans of the statements that a server runs, including those inside functions: its sessions send them as notices. */
import pg from 'pg'
import { inject } from 'vitest'
import type { Pool } from '#platform/server/db/pool.ts'
import type { TestDatabase } from './database.ts'
import { organisationDatabase } from './organisation.ts'

const always = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_level': 'notice',
}

/** Opens a database with the demo's accounts and additions by `fill`; its sessions send the plan of each statement. */
export const explained =
  (fill: (url: string) => Promise<void>, settings: Readonly<Record<string, string>> = {}) =>
  async (): Promise<TestDatabase> => {
    const database = await organisationDatabase()
    await fill(database.url)
    const admin = new pg.Client({ connectionString: inject('postgresAdminUrl') })
    await admin.connect()
    for (const [name, value] of Object.entries({ ...always, ...settings }))
      await admin.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET ${name} = '${value}'`)
    await admin.end()
    return database
  }

/** Calls `onPlan` with each plan sent by statements of these pools. */
export function hearPlans(pools: readonly Pool[], onPlan: (plan: string) => void): void {
  const onNotice = ({ message = '' }: { message?: string | undefined }): void => onPlan(message)
  for (const pool of pools)
    pool.on('acquire', (client) => void client.removeListener('notice', onNotice).on('notice', onNotice))
}

/** Settings for `explained` with which plans come as JSON with the rows of each node. */
export const counted = {
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
}

type Node = {
  'Node Type': string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Relation Name'?: string
  'CTE Name'?: string
  Plans?: Node[]
}

const rowsRead = (node: Node): number =>
  (node['Actual Loops'] ?? 0) *
  ((node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0))

const within = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(within)]

/** Nodes of plans (sent with `counted`) that look at more than `most` rows, each with the beginning of its statement. */
export const nodesAbove = (most: number, plans: readonly string[]): string[] =>
  plans.flatMap((text) => {
    const { 'Query Text': query, Plan } = JSON.parse(text.slice(text.indexOf('{'))) as {
      'Query Text': string
      Plan: Node
    }
    return within(Plan)
      .filter((node) => rowsRead(node) > most)
      .map(
        (node) =>
          `${node['Node Type']} ${node['Relation Name'] ?? node['CTE Name'] ?? ''} ${rowsRead(node)} rows: ${query.slice(0, 160)}`,
      )
  })
