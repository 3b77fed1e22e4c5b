/** The packages and their prices: read when first needed, and again when a price changes. */
import { useQuery } from '@tanstack/react-query'
import { packageKey } from '../../contract/text.ts'
import { giahoantien } from '../../contract/resources/giahoantien.ts'

/** A package by its name; the price, in đồng, is null where there is none. */
export type PricedPackage = { name: string; price: number | null }

const none: PricedPackage[] = []

/** Every package of the price list; empty while loading. */
export function usePackages(): readonly PricedPackage[] {
  const { data } = useQuery({
    queryKey: [giahoantien.path, 'prices'],
    queryFn: async ({ signal }) => {
      // The palette is in the first chunk; the API client need not be.
      const { resourceApi } = await import('./resource-api.ts')
      const { values } = await resourceApi(giahoantien).listNoLimit({ signal })
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
