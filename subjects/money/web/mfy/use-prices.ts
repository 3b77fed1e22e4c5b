/** Mfy prices for forms: all for the picker, one for a typed name (D2-MFYP-17, D2-Q-111). */
import { useQuery } from '@tanstack/react-query'
import type { RowOf } from '#kit/contract/row.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { giagoimfy } from '#subjects/money/contract/lists/giagoimfy.ts'
import { resourceApi } from '#kit/web/resource-api.ts'

type Price = RowOf<typeof giagoimfy>

/** All packages with a price; not read while `wanted` is false. */
export const usePrices = (wanted: boolean): Price[] =>
  useQuery({
    queryKey: [giagoimfy.path, 'all'],
    queryFn: async ({ signal }) => (await resourceApi(giagoimfy).listNoLimit({ signal })).values,
    enabled: wanted,
  }).data ?? []

/** The package of that name; undefined when unknown. */
export const usePrice = (name: string): Price | undefined =>
  useQuery({
    queryKey: [giagoimfy.path, 'findPackage', name],
    queryFn: ({ signal }) => resourceApi(giagoimfy).findPackage(name, { signal }),
    enabled: name !== '',
    retry: false,
  }).data

/** 'T1 45,000 · T2 54,000 · T3 62,500'. */
export const tierPrices = ({ gia_t1, gia_t2, gia_t3 }: Price): string =>
  [gia_t1, gia_t2, gia_t3].map((price, at) => `T${at + 1} ${formatMoney(price ?? 0)}`).join(' · ')

/** What a package costs at a tier, đồng; 0 while none is chosen. */
export const priceOf = ({ gia_t1, gia_t2, gia_t3 }: Price, tier: string): number =>
  [gia_t1, gia_t2, gia_t3][Number(tier) - 1] ?? 0
