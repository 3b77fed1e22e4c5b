/** What other workflows may call: judging, sealing and saving the rows of an upload, and the demo's. */
export { accountFault, saveSealedRows, sealed, secretsOf } from './secrets-of-rows.ts'
