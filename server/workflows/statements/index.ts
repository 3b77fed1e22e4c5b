/** What imports take of partners' statements. */
export { lineFault, saveStatement, statementOptions } from './save.ts'
