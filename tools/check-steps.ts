/** Steps of `npm run check`: everything that needs neither a browser nor a running server. */
import { watchProblems } from './alert-rules.ts'
import { asvsOfProject } from './asvs.ts'
import { componentProblemsOfProject } from './components.ts'
import { coverageProblems } from './coverage.ts'
import { upgradeProblems } from './frozen-upgrades.ts'
import { operationProblems } from './resource-operations.ts'
import { samplesOfProject } from './samples.ts'
import { databaseProblems } from './routines.ts'
import { codeProblems } from './sql-codes.ts'
import { payProblems } from './sql-pay.ts'
import { program } from './steps.ts'
import type { Step } from './steps.ts'
import { textProblems } from './text-rules.ts'

/** The last result is kept: the next check only looks at changed files and those that depend on them. */
const types = (name: string, project: string): Step =>
  program(`types of ${name}`, 'tsc', [
    '-p',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    `.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`,
  ])

const lastLine = (output: string): string => output.trim().split('\n').at(-1) ?? ''

const textStep: Step = {
  name: 'words, walls, lengths',
  run: async () => {
    const { files, problems } = textProblems()
    return { problems: problems.join('\n'), note: `${files} files` }
  },
}

const coverageStep: Step = {
  name: 'coverage page',
  run: async () => ({ problems: coverageProblems().join('\n') }),
}

const watchStep: Step = {
  name: 'watch list',
  run: async () => ({ problems: watchProblems().join('\n') }),
}

const codeStep: Step = {
  name: 'codes in SQL',
  run: async () => ({ problems: [...codeProblems(), ...payProblems()].join('\n') }),
}

const operationsStep: Step = {
  name: 'overridden operations',
  run: async () => ({ problems: operationProblems().join('\n') }),
}

const upgradeStep: Step = {
  name: 'upgrades stay as they are',
  run: async () => ({ problems: (await upgradeProblems()).join('\n') }),
}

const routineStep: Step = {
  name: 'functions of the database',
  run: async () => ({ problems: (await databaseProblems()).join('\n') }),
}

const componentStep: Step = {
  name: 'components',
  run: async () => ({ problems: componentProblemsOfProject().join('\n') }),
}

const samplesStep: Step = {
  name: 'samples of CONTRIBUTING',
  run: async () => {
    const { problems, count } = await samplesOfProject()
    return { problems, note: `${count} files` }
  },
}

const asvsStep: Step = {
  name: 'list of ASVS',
  run: async () => {
    const { problems, note } = asvsOfProject(checkSteps.map(({ name }) => name))
    return { problems: problems.join('\n'), note }
  },
}

const testCount = (output: string): string => /Tests\s+(.*)/.exec(output)?.[1]?.trim() ?? ''

/** In order of start, the longest first. */
export const checkSteps: Step[] = [
  program(
    'tests without database',
    'vitest',
    ['run', '--project', 'contract', '--passWithNoTests'],
    testCount,
  ),
  routineStep,
  types('server and scripts', 'tsconfig.json'),
  types('web', 'tsconfig.web.json'),
  types('e2e and web tests', 'e2e/tsconfig.json'),
  samplesStep,
  program('lint and walls (oxlint)', 'oxlint', [], lastLine),
  program('format (oxfmt)', 'oxfmt', ['--check', '.']),
  program(
    'unused code (knip)',
    'knip',
    ['--no-progress'],
    (output) => `${output.match(/^\w.*\(\d+\)/gm)?.join(', ') ?? ''}`,
  ),
  textStep,
  coverageStep,
  watchStep,
  codeStep,
  operationsStep,
  upgradeStep,
  componentStep,
  asvsStep,
]
