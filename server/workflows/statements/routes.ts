/** Routes of partners' statements; their upload is an import. */
import { statementList } from '../../../contract/workflows/statements.ts'
import { handle } from '../../kit/call.ts'
import type { Api } from '../../kit/handle.ts'
import { listStatements } from './list.ts'

export function serveStatements(api: Api): void {
  handle(api, statementList, (ctx) => listStatements(ctx))
}
