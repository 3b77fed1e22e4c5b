/** A package by typing: the first hundred are offered, and what the server finds for the text (D2-REFUND-39, D2-Q-97). */
import { useDebouncedValue } from '@mantine/hooks'
import { useId } from 'react'
import { formatMoney } from '../../../contract/money.ts'
import { giahoantien } from '../../../contract/resources/giahoantien.ts'
import { useList } from '../../kit/query.ts'
import { listOf, resourceApi } from '../../kit/resource-api.ts'
import { TextBox, type ControlProps } from '../../kit/ui/field.tsx'

/** How long nothing must be typed before the server is asked, in ms. */
const pause = 250
const page = { page: '0', count: '100' }
const source = { key: listOf(giahoantien).key, read: resourceApi(giahoantien).list }

/** The packages for a text, with their prices. */
function useOfferedPackages(text: string) {
  const [settled] = useDebouncedValue(text.trim(), pause)
  const { data } = useList(source, settled === '' ? page : { ...page, ten_goi_cuoc: settled })
  return data?.values ?? []
}

type PackageBoxProps = {
  control: ControlProps
  value: string
  onChange: (text: string) => void
  autoFocus: boolean
}

/** The box with its list; any text is taken, the server knows which have a price. */
export function PackageBox({ control, value, onChange, autoFocus }: PackageBoxProps) {
  const list = useId()
  const offered = useOfferedPackages(value)
  return (
    <>
      <TextBox
        {...control}
        data-autofocus={autoFocus || undefined}
        list={list}
        maxLength={64}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {offered.map(({ id, ten_goi_cuoc: name, gia_goi: price }) => (
          <option key={id} value={name ?? ''}>
            {price ? formatMoney(price) : ''}
          </option>
        ))}
      </datalist>
    </>
  )
}
