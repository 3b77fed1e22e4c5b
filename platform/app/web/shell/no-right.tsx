/** Shown for a screen that the reader may not open: names the missing right. Loaded only then. */
import { levelNames } from '#platform/contract/abilities.ts'
import { permissionCatalogue } from '#platform/contract/permissions.ts'
import { screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { NoRightNote } from '#kit/web/ui/state.tsx'

/** What a screen requires, for users without it: a permission or a level (D3-WORD-01). */
function rightOf(name: ScreenName): string | undefined {
  const rules = [screenOf(name).may].flat()
  const permissions = Object.values(permissionCatalogue).flatMap((group): [string, string][] =>
    Object.entries(group),
  )
  const permission = permissions.find(([code]) => rules.some((rule) => rule === code))?.[1]
  if (permission) return `Cần quyền "${permission}".`
  const level = rules.find((rule) => rule in levelNames)
  return level && `Dành cho cấp ${levelNames[level as keyof typeof levelNames]}.`
}

export const NoRight = ({ screen }: { screen: ScreenName }) => <NoRightNote right={rightOf(screen)} />
