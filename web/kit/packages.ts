/** Names of the packages: read when first needed, and again when a price changes. */
import { useQuery } from '@tanstack/react-query'
import { giahoantien } from '../../contract/resources/giahoantien.ts'

/** Every package that has a price, by name; empty while loading. */
export function usePackages(): string[] {
  const { data } = useQuery({
    queryKey: [giahoantien.path, 'names'],
    queryFn: async ({ signal }) => {
      // The palette is in the first chunk; the API client need not be.
      const { resourceApi } = await import('./resource-api.ts')
      const { values } = await resourceApi(giahoantien).listNoLimit({ signal })
      return values.flatMap(({ ten_goi_cuoc: name }) => name ?? [])
    },
  })
  return data ?? []
}
