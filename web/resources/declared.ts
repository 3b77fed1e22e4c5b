/** Declarations by their path; apart from the screen, so that both load at once. */
import type { Resource } from '../../contract/kit/resource.ts'

type Declared = Record<string, Partial<Resource>>

const files = import.meta.glob<Declared>([
  '../../contract/resources/*.ts',
  '!../../contract/resources/*.test.ts',
])

const catalogue = async (): Promise<readonly Resource[]> =>
  (await import('../../contract/resources/index.ts')).resources

/** The declaration with this path: its file alone where that is named after it, else out of all. */
export async function declared(path: string): Promise<Resource> {
  const file = files[`../../contract/resources/${path}.ts`]
  const found = (file ? Object.values(await file()) : await catalogue()).find((one) => one.path === path)
  if (!found) throw new Error(`no resource '${path}'`)
  return found as Resource
}
