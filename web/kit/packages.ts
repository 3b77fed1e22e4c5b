/** The packages and their prices: read when first needed, and again when a price changes. */
import { useQuery } from '@tanstack/react-query'
import { packageKey } from '../../contract/text.ts'
import type { giahoantien } from '../../contract/resources/giahoantien.ts'

/** A package by its name; the price, in đồng, is null where there is none. */
export type PricedPackage = { name: string; price: number | null }

const none: PricedPackage[] = []

const path: (typeof giahoantien)['path'] = 'giahoantien'

/** Every package of the price list; empty while loading. */
export function usePackages(): readonly PricedPackage[] {
  const { data } = useQuery({
    queryKey: [path, 'prices'],
    queryFn: async ({ signal }) => {
      // Lists have pickers of packages in their first script; what reads the prices comes when one is shown.
      const [{ resourceApi }, declared] = await Promise.all([
        import('./resource-api.ts'),
        import('../../contract/resources/giahoantien.ts'),
      ])
      const { values } = await resourceApi(declared.giahoantien).listNoLimit({ signal })
      return values.flatMap(({ ten_goi_cuoc: name, gia_goi: price }) => (name ? { name, price } : []))
    },
  })
  return data ?? none
}

/** Price of a package as it is typed, in any spelling; undefined when unknown or 0. */
export const priceOf = (packages: readonly PricedPackage[], typed: string): number | undefined => {
  const key = packageKey(typed)
  return packages.find(({ name }) => packageKey(name) === key)?.price || undefined
}
