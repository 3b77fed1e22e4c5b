/**
 * The box of packages of a create dialog: offers the first hundred, and the server's results for the text
 * (D2-REFUND-39, D2-Q-97).
 */
import { useDebouncedValue } from '@mantine/hooks'
import type { ComponentProps } from 'react'
import { giahoantien } from '#platform/contract/lists/giahoantien.ts'
import { useList } from '#kit/web/query.ts'
import { listOf, resourceApi } from '#kit/web/resource-api.ts'
import { PackageBox } from '#kit/web/ui/package-box.tsx'

/** Pause in typing before the server is asked, in ms. */
const pause = 250
const page = { page: '0', count: '100' }
const source = { key: listOf(giahoantien).key, read: resourceApi(giahoantien).list }

/** The packages for a text, with their prices. */
function useFoundPackages(text: string): { code: string; price: number | null }[] {
  const [settled] = useDebouncedValue(text.trim(), pause)
  const { data } = useList(source, settled === '' ? page : { ...page, ten_goi_cuoc: settled })
  return (data?.values ?? []).flatMap(({ ten_goi_cuoc: code, gia_goi: price }) =>
    code ? { code, price } : [],
  )
}

export const FoundPackageBox = (props: Omit<ComponentProps<typeof PackageBox>, 'packages'>) => (
  <PackageBox {...props} packages={useFoundPackages(props.value)} />
)
