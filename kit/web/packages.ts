/** The packages and their prices: read when first needed, and again when a price changes. */
import { useQuery } from '@tanstack/react-query'
import { foldText, packageKey } from '#kit/contract/text.ts'
import type { giahoantien } from '#platform/contract/lists/giahoantien.ts'

/** A package by its name; the price, in đồng, is null where there is none. */
export type PricedPackage = { name: string; price: number | null }

const none: PricedPackage[] = []

const path: (typeof giahoantien)['path'] = 'giahoantien'

/** Every package of the price list; empty while loading. */
export function usePackages(): readonly PricedPackage[] {
  const { data } = useQuery({
    queryKey: [path, 'prices'],
    queryFn: async ({ signal }) => {
      // Lists have package pickers in their first script; the code that reads the prices is loaded when one is shown.
      const [{ resourceApi }, declared] = await Promise.all([
        import('./resource-api.ts'),
        import('#platform/contract/lists/giahoantien.ts'),
      ])
      const { values } = await resourceApi(declared.giahoantien).listNoLimit({ signal })
      return values.flatMap(({ ten_goi_cuoc: name, gia_goi: price }) => (name ? { name, price } : []))
    },
  })
  return data ?? none
}

/** Price of a package in any spelling; undefined when unknown or 0. */
export const priceOf = (packages: readonly PricedPackage[], typed: string): number | undefined => {
  const key = packageKey(typed)
  return packages.find(({ name }) => packageKey(name) === key)?.price || undefined
}

/** Suggestions that a list shows at most. */
const mostOffered = 50

/** 0 if the text is the price ('120', '120k' and '120.000' are 120,000 đồng), 2 if the price begins with it, else 3 (D3-UX-01). */
function priceRank({ price }: PricedPackage, typed: string): number {
  const digits = /^[1-9][\d., ]*[kđ]?$/i.test(typed) ? typed.replace(/\D/g, '') : ''
  if (price === null || digits === '') return 3
  if (price === Number(digits) || price === 1000 * Number(digits)) return 0
  return String(price).startsWith(digits) ? 2 : 3
}

/**
 * The suggestions for a typed text, each name once: the exact name, names that begin with the text, packages with this
 * price, names that contain the text, packages whose price begins with it. All others follow an exact name, and all are
 * suggested for an empty text.
 */
export function offeredFor(packages: readonly PricedPackage[], typed: string): readonly PricedPackage[] {
  const key = packageKey(typed)
  const fold = foldText(key)
  const rank = (one: PricedPackage): number => {
    if (packageKey(one.name) === key) return 0
    const index = foldText(packageKey(one.name)).indexOf(fold)
    if (index === 0) return 1
    return 2 + Math.min(index > 0 ? 1 : 3, priceRank(one, typed.trim()))
  }
  const named = Map.groupBy(packages, ({ name }) => packageKey(name))
  const once = [...named.values()].flatMap(([first]) => first ?? [])
  const exact = once.some((one) => rank(one) === 0)
  return once
    .filter((one) => exact || rank(one) < 5)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, mostOffered)
}

/** What Enter does in a package box: takes a suggestion, goes to the form, or nothing (D3-OTP-08). */
export function enterIn(packages: readonly PricedPackage[], typed: string): PricedPackage | 'submits' | null {
  if (packageKey(typed) === '') return 'submits'
  const [first] = offeredFor(packages, typed)
  if (!first) return null
  return first.name === typed ? 'submits' : first
}
