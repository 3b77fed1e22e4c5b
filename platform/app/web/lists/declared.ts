/** Declarations by path; in their own file, so that they load together with the screen. */
import type { Resource } from '#kit/contract/resource.ts'

type Declared = Record<string, Partial<Resource>>

const files = import.meta.glob<Declared>(['/{platform,subjects/*}/contract/lists/*.ts', '!/**/*.test.ts'])

/** Imports of declarations by file name. */
const byName = new Map(
  Object.entries(files).map(([file, load]) => [file.replace(/^.*\/|\.ts$/g, ''), load] as const),
)

const catalogue = async (): Promise<readonly Resource[]> =>
  (await import('#platform/contract/lists/index.ts')).resources

/** The declaration with this path: from the file with its name, if there is one, else from all. */
export async function declared(path: string): Promise<Resource> {
  const file = byName.get(path)
  const found = (file ? Object.values(await file()) : await catalogue()).find((one) => one.path === path)
  if (!found) throw new Error(`no resource '${path}'`)
  return found as Resource
}
