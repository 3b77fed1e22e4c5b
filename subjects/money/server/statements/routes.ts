/** Routes of partners' statements; their upload is an import. */
import { statementList } from '#subjects/money/contract/calls/statements.ts'
import { handle } from '#kit/server/call.ts'
import type { Api } from '#kit/server/handle.ts'
import { listStatements } from './list.ts'

export function serveStatements(api: Api): void {
  handle(api, statementList, (ctx) => listStatements(ctx))
}
