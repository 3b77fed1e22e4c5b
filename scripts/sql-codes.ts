/**
 * `server/db/routines/codes.sql`: codes of the contract as functions, so that misspelled ones fail when planned. They
 * are inlined, so the planner sees the value. `npm run format` writes those that are called.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectionStates, mfyStates } from '../contract/mfy.ts'
import * as refunds from '../contract/refund-states.ts'
import { orderKinds } from '../contract/resources/mesbank.ts'
import { orderStates } from '../contract/resources/order.ts'
import { simStates } from '../contract/resources/simso.ts'
import { root, sourceFiles } from './source-files.ts'

const file = 'server/db/routines/codes.sql'

type Code = string | number
type Choice = { value: string; label: string; code?: number }

const literal = (code: Code): string =>
  typeof code === 'number' ? String(code) : `'${code.replaceAll("'", "''")}'`
const functionText = (head: string, type: string, value: string): string =>
  `CREATE OR REPLACE FUNCTION ${head} RETURNS ${type} LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ${value};`

const constant = (name: string, code: Code): [string, string] => [
  name,
  functionText(`${name}()`, typeof code === 'number' ? 'int' : 'text', literal(code)),
]
/** Whether a code is one of these. */
const oneOf = (name: string, codes: readonly number[]): [string, string] => [
  name,
  functionText(`${name}(p_code int)`, 'boolean', `p_code IN (${codes.join(', ')})`),
]
const codeOf = ({ value, code }: Choice): Code => code ?? value
/** `<prefix>_<value>()` for each choice. */
const choices = (prefix: string, options: readonly Choice[]): [string, string][] =>
  options.map((option) => constant(`${prefix}_${option.value}`, codeOf(option)))
function words(name: string, options: readonly Choice[]): [string, string] {
  const labels = options.map((option) => `WHEN ${literal(codeOf(option))} THEN ${literal(option.label)}`)
  const type = options.some(({ code }) => code !== undefined) ? 'int' : 'text'
  return [name, functionText(`${name}(p_kind ${type})`, 'text', `CASE p_kind ${labels.join(' ')} END`)]
}

const codes = [
  constant('top_up', refunds.topUp),
  constant('no_refund', refunds.noRefund),
  constant('refund_before', refunds.refundBefore),
  oneOf('is_package_refund', refunds.packageRefunds),
  oneOf('is_refund', refunds.createdTypes),
  oneOf('is_handed_over', [...refunds.packageRefunds, refunds.topUp]),
  ...choices('partner', refunds.partnerStatuses),
  words('partner_words', refunds.partnerStatuses),
  ...refunds.partnerStatuses.map(({ value }) => constant(`partner_key_${value}`, value)),
  ...choices('recovery', refunds.recoveries),
  ...choices('mfy', mfyStates),
  ...choices('collection', collectionStates),
  words('collection_words', collectionStates),
  ...choices('order', orderStates),
  ...choices('sim', simStates),
  ...choices('kind', orderKinds),
  words('kind_words', orderKinds),
]

function codesText(): string {
  const calling = [...sourceFiles(/\.sql$/, 'server/db/routines'), ...sourceFiles(/\.ts$/, 'server')]
  const text = calling.map((name) => (name === file ? '' : readFileSync(join(root, name), 'utf8'))).join('\n')
  const called = new Set(Array.from(text.matchAll(/(\w+)\(/g), ([, name]) => name))
  const lines = codes.filter(([name]) => called.has(name)).map(([, line]) => line)
  return `-- The codes of the contract, written by npm run format (scripts/sql-codes.ts): nothing is changed here.\n${lines.join('\n')}\n`
}

/** Problems with the file of codes. */
export const codeProblems = (): string[] =>
  readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n') === codesText()
    ? []
    : [`${file} is not what the contract says: npm run format`]

if (import.meta.main) writeFileSync(join(root, file), codesText())
