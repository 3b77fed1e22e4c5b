/** Declarations by their path; apart from the screen, so that both load at once. */
import type { Resource } from '#kit/contract/resource.ts'

type Declared = Record<string, Partial<Resource>>

const files = import.meta.glob<Declared>(['/{platform,subjects/*}/contract/lists/*.ts', '!/**/*.test.ts'])

/** Loads of declarations by the names of their files. */
const byName = new Map(
  Object.entries(files).map(([file, load]) => [file.replace(/^.*\/|\.ts$/g, ''), load] as const),
)

const catalogue = async (): Promise<readonly Resource[]> =>
  (await import('#platform/contract/lists/index.ts')).resources

/** The declaration with this path: its file alone where that is named after it, else out of all. */
export async function declared(path: string): Promise<Resource> {
  const file = byName.get(path)
  const found = (file ? Object.values(await file()) : await catalogue()).find((one) => one.path === path)
  if (!found) throw new Error(`no resource '${path}'`)
  return found as Resource
}
