/**
 * `npm run notices`: writes NOTICES.txt, the licences of everything shipped, from the packages' own files
 * (D3-RUN-04).
 */
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { binaryComponents } from './binary-components.ts'
import { releasedPackages } from './released-packages.ts'
import { root } from './source-files.ts'

const packageFile = z.object({ license: z.optional(z.string()) })

/** Licence files in the top level of a folder. */
const licencesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
        .toSorted()
        .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    : []

/** The package `node` only installs this one, whose licence covers everything in its binary. */
const nodeFolders = (): string[] => globSync(join(root, 'node_modules/node/node_modules/node-*-*'))

/**
 * Node's licence without npm's section: Node's distribution contains npm, but the package `node` does not, and only
 * the binary is shipped.
 */
const withoutNpm = (text: string): string =>
  text.replace(/^- npm, located at deps\/npm, is licensed as follows:\n {2}"""\n[\s\S]*?^ {2}"""\n\n?/m, '')

const none = 'Its package has no file with the licence that it names.'

/** The notices as one text; packages with the same text share it. */
export function noticesText(): string {
  const byText = new Map<string, string[]>()
  const note = (subject: string, text: string): void =>
    void byText.set(text, [...(byText.get(text) ?? []), subject])
  for (const { folder, name, version } of releasedPackages()) {
    const { license } = packageFile.parse(
      JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
    )
    const homes = name === 'node' ? nodeFolders() : [join(root, folder)]
    const texts = homes.flatMap(licencesIn).map(withoutNpm)
    for (const text of texts.length > 0 ? texts : [none])
      note(`${name} ${version} (${license ?? 'see below'})`, text)
  }
  for (const { name, version, licence, within } of binaryComponents())
    if (within !== 'node')
      note(`${name} ${version} (${licence})`, `Inside ${within}, which brings no file with its licence.`)
  const line = '-'.repeat(80)
  const blocks = [...byText].map(([text, whats]) => `${[...new Set(whats)].toSorted().join('\n')}\n\n${text}`)
  return `What is shipped with VASDesk and comes from others, each under the licence of its makers. Made on ${process.platform}-${process.arch}.

This product includes software developed by the OpenSSL Project for use in the OpenSSL Toolkit (http://www.openssl.org/) and
cryptographic software written by Eric Young (eay@cryptsoft.com). PostgreSQL is Portions Copyright (c) 1996-2026, PostgreSQL Global
Development Group, and Portions Copyright (c) 1994, The Regents of the University of California.

${line}
${blocks.toSorted().join(`\n\n${line}\n`)}
`
}

/** Writes the notices to a file. */
export const writeNotices = (file: string): void => writeFileSync(file, noticesText())

if (import.meta.main) writeNotices(join(root, 'NOTICES.txt'))
