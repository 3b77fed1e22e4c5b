/** Entry for other workflows: checking, sealing and saving uploaded rows, and the demo's. */
export { accountFault, lockSecrets, saveSealedRows, sealed, secretsOf } from './secrets-of-rows.ts'
