/** Entry for other workflows: the key, and checking, sealing and saving uploaded rows. */
export { accountFault, lockSecrets, saveSealedRows, sealed, secretsOf } from './secrets-of-rows.ts'
