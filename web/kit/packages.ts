/** Names of the packages: read once where they are first wanted, and again when a price changes. */
import { useQuery } from '@tanstack/react-query'
import { giahoantien } from '../../contract/resources/giahoantien.ts'
import { resourceApi } from './resource-api.ts'

/** Every package that has a price, by name; empty until they are there. */
export function usePackages(): string[] {
  const { data } = useQuery({
    queryKey: [giahoantien.path, 'names'],
    queryFn: async ({ signal }) => {
      const { values } = await resourceApi(giahoantien).listNoLimit({ signal })
      return values.map((row) => String(row.ten_goi_cuoc))
    },
  })
  return data ?? []
}
