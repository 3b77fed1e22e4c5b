/** Names of the packages: read once where they are first wanted, and again when a price changes. */
import { useQuery } from '@tanstack/react-query'
import { giahoantien } from '../../contract/resources/giahoantien.ts'

/** Every package that has a price, by name; empty until they are there. */
export function usePackages(): string[] {
  const { data } = useQuery({
    queryKey: [giahoantien.path, 'names'],
    queryFn: async ({ signal }) => {
      // The palette is in the first script; what it asks with need not be.
      const { resourceApi } = await import('./resource-api.ts')
      const { values } = await resourceApi(giahoantien).listNoLimit({ signal })
      return values.flatMap(({ ten_goi_cuoc: name }) => name ?? [])
    },
  })
  return data ?? []
}
