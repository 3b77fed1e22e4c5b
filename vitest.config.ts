/** Which tests run where: pure ones alone, those that need PostgreSQL with one database server per run. */
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { memoryHome } from '#test/memory-home.ts'

const postgres = { globalSetup: ['test/global-setup.ts'] }
// A busy machine takes its time; what waits longer than this does not come.
const patience = { poll: { timeout: 20_000 } }
// A page whose last reading was slow leaves a busy server in peace for up to 30 s (platform/app/web/shell/paced.ts).
const pagePatience = { poll: { timeout: 40_000 } }
// Needs no database, so `npm run check` says at once that a screen has no section.
const guides = 'tools/guide-pages.test.ts'
/** The folders of one side of the house (tools/sides.ts). */
const sides = (side: string): string => `{kit,platform,platform/app,subjects/*}/${side}`
/** What a person does in a part is tested in a page of happy-dom. */
const inPage = [`${sides('web')}/**/*.dom.test.tsx`, 'figures/**/*.dom.test.tsx']

export default defineConfig({
  test: {
    // Two processors: one worker each. Threads start faster, and no test changes the process itself.
    pool: 'threads',
    maxWorkers: 2,
    // As `npm start` does it: servers and reading threads, which tests start by the hundred, are compiled once.
    env: { TZ: 'UTC', NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache/compiled') },
    projects: [
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['bench/**/*.test.ts', `${sides('contract')}/**/*.test.ts`, guides],
          // Thousands of generated texts take their time on a machine that is busy with something else.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: [`${sides('web')}/**/*.test.{ts,tsx}`, 'figures/**/*.test.{ts,tsx}'],
          exclude: inPage,
          setupFiles: ['platform/app/web/shell/clean.fixture.ts'],
          // Files share the product's modules, whose loading is nearly all that they take.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: inPage,
          environment: 'happy-dom',
          // A saved file is a pressed link: its address would be that of the page, also for the files that follow.
          environmentOptions: {
            happyDOM: {
              settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } },
            },
          },
          setupFiles: [
            'platform/app/web/shell/clean.fixture.ts',
            'platform/app/web/shell/clean-page.fixture.ts',
          ],
          testTimeout: 20_000,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{simulator,test,tools}/**/*.test.ts', `${sides('server')}/**/*.test.ts`],
          exclude: [guides],
          // On a machine that is busy with the browser tests as well; what hangs is found all the same.
          testTimeout: 60_000,
          hookTimeout: 90_000,
          expect: patience,
          // Files that run one after the other share the product's modules, which keep nothing of a database.
          isolate: false,
          // Most clusters that tests make, and the files of servers, come and go within seconds.
          ...(memoryHome && { env: { TMPDIR: memoryHome } }),
          // One more than processors: servers that are killed, stalled or due in a moment are waited for a quarter of the time.
          maxWorkers: 3,
          ...postgres,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          // Files that a worker runs one after the other share its browser (e2e/harness.ts), which ends with the process.
          pool: 'forks',
          isolate: false,
          expect: pagePatience,
          maxWorkers: 2,
          ...postgres,
        },
      },
    ],
  },
})
