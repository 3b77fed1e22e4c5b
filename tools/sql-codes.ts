/**
 * `platform/sql/codes.sql`: codes of the contract as functions, so that misspelled ones fail when planned, and its
 * closed sets as conditions, also for CHECKs. They are inlined, so the planner sees the value. `npm run format`
 * writes the functions in use.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  careResults,
  isAgreement,
  isAppointment,
  isReached,
  needsNote,
  needsPackage,
  recycledResults,
  type CareResult,
} from '#subjects/calling/contract/care-results.ts'
import { codeTabs, historyView } from '#platform/contract/code-tabs.ts'
import { factorRules, type FactorGroup } from '#subjects/people/contract/factor-rules.ts'
import { collectionStates, mfyStates } from '#subjects/money/contract/mfy.ts'
import { booksCode, decideCode, topUpCode } from '#platform/contract/permissions.ts'
import * as refunds from '#subjects/money/contract/refund-states.ts'
import { orderKinds } from '#subjects/money/contract/lists/mesbank.ts'
import { orderStates } from '#subjects/sims/contract/lists/order.ts'
import { simStates } from '#subjects/sims/contract/lists/simso.ts'
import { isOn } from './sides.ts'
import { root, sourceFiles } from './source-files.ts'

const file = 'platform/sql/codes.sql'

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
/** Whether a text is one of these. */
const oneOfTexts = (name: string, values: readonly string[]): [string, string] => [
  name,
  functionText(`${name}(p_value text)`, 'boolean', `p_value IN (${values.map(literal).join(', ')})`),
]
const resultsThat = (name: string, are: (value: CareResult) => boolean): [string, string] =>
  oneOfTexts(name, careResults.map(({ value }) => value).filter(are))
const codeOf = ({ value, code }: Choice): Code => code ?? value
/** `<prefix>_<value>()` for each choice. */
const choices = (prefix: string, options: readonly Choice[]): [string, string][] =>
  options.map((option) => constant(`${prefix}_${option.value}`, codeOf(option)))
function words(name: string, options: readonly Choice[]): [string, string] {
  const labels = options.map((option) => `WHEN ${literal(codeOf(option))} THEN ${literal(option.label)}`)
  const type = options.some(({ code }) => code !== undefined) ? 'int' : 'text'
  return [name, functionText(`${name}(p_kind ${type})`, 'text', `CASE p_kind ${labels.join(' ')} END`)]
}

/** Rules that require a second factor of these accounts. */
const bound = (must: FactorGroup): string[] =>
  factorRules.filter((rule) => rule.must === must).map(({ value }) => value)

const codes = [
  oneOfTexts(
    'is_code_tab',
    codeTabs.map(({ type }) => type),
  ),
  words(
    'sold_by',
    codeTabs.map(({ type, sold }) => ({ value: type, label: sold })),
  ),
  resultsThat('is_care_result', () => true),
  resultsThat('is_reached', isReached),
  resultsThat('is_agreement', isAgreement),
  resultsThat('is_appointment', isAppointment),
  resultsThat('needs_package', needsPackage),
  resultsThat('needs_note', needsNote),
  oneOfTexts('has_rules', recycledResults),
  constant('books_code', booksCode),
  constant('decide_code', decideCode),
  constant('top_up_code', topUpCode),
  oneOfTexts('binds_everybody', bound('everybody')),
  oneOfTexts('binds_some', bound('keepers')),
  constant('top_up', refunds.topUpType),
  constant('no_refund', refunds.noRefund),
  constant('refund_before', refunds.refundBefore),
  oneOf('is_package_refund', refunds.packageRefunds),
  oneOf('is_refund', refunds.createdTypes),
  oneOf('is_handed_over', [...refunds.packageRefunds, refunds.topUpType]),
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
  const calling = [
    ...sourceFiles(/\.sql$/).filter((name) => isOn(name, 'sql') && !name.startsWith('upgrades/')),
    ...sourceFiles(/\.ts$/).filter((name) => isOn(name, 'server')),
  ]
  const text = calling.map((name) => (name === file ? '' : readFileSync(join(root, name), 'utf8'))).join('\n')
  const called = new Set(Array.from(text.matchAll(/(\w+)\(/g), ([, name]) => name))
  const lines = codes.filter(([name]) => called.has(name)).map(([, line]) => line)
  return `-- Codes of the contract, generated by npm run format (tools/sql-codes.ts): do not edit.\n${lines.join('\n')}\n`
}

/** The histories of the code tabs, each a part of one table. */
const viewsText =
  (): string => `-- Histories of the code tabs, generated by npm run format (tools/sql-codes.ts): do not edit.
DROP VIEW IF EXISTS ${codeTabs.map(({ type }) => historyView(type)).join(', ')};
${codeTabs
  .map(
    ({ type }) =>
      `CREATE VIEW ${historyView(type)} AS SELECT * FROM invitation_history WHERE source = ${literal(type)};`,
  )
  .join('\n')}
`

const generated = { [file]: codesText, 'subjects/registrations/sql/code-tabs.sql': viewsText }

/** Problems with the files of codes. */
export const codeProblems = (): string[] =>
  Object.entries(generated).flatMap(([name, text]) =>
    readFileSync(join(root, name), 'utf8').replaceAll('\r\n', '\n') === text()
      ? []
      : [`${name} is not what the contract says: npm run format`],
  )

if (import.meta.main)
  for (const [name, text] of Object.entries(generated)) writeFileSync(join(root, name), text())
