/** Downloaded files, as a spreadsheet program would read them. */
import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre'
import type { Page } from 'playwright-core'

export type Sheet = { file: string; sheets: string[]; rows: unknown[][] }

/** Runs what starts a download, and answers the file's name and the rows of its first sheet. */
export async function downloaded(page: Page, start: () => Promise<void>): Promise<Sheet> {
  const coming = page.waitForEvent('download')
  await start()
  const file = await coming
  const { sheets } = await readXlsx(await readFile(await file.path()))
  return {
    file: file.suggestedFilename(),
    sheets: sheets.map(({ name }) => name),
    rows: (sheets[0]?.rows ?? []) as unknown[][],
  }
}
