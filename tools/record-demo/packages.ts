/** The demo's packages: names, prices, and the amount of a refund for each. */

export type DemoPackage = {
  code: string
  /** Whole đồng. */
  price: number
  months: number
  carrier: 'VinaPhone' | 'MobiFone'
}

const monthly: readonly [DemoPackage['carrier'], string, number][] = [
  ['VinaPhone', 'D15G', 70_000],
  ['VinaPhone', 'D30G', 90_000],
  ['VinaPhone', 'D60G', 120_000],
  ['VinaPhone', 'VD90', 90_000],
  ['VinaPhone', 'VD120', 120_000],
  ['VinaPhone', 'VD150', 150_000],
  ['VinaPhone', 'D159V', 159_000],
  ['VinaPhone', 'D169G', 169_000],
  ['VinaPhone', 'BIG70', 70_000],
  ['VinaPhone', 'BIG90', 90_000],
  ['VinaPhone', 'BIG120', 120_000],
  ['VinaPhone', 'BK149', 149_000],
  ['VinaPhone', 'BK169', 169_000],
  ['VinaPhone', 'YOLO100V', 100_000],
  ['VinaPhone', 'F1', 60_000],
  ['MobiFone', 'PT70', 70_000],
  ['MobiFone', 'PT90', 90_000],
  ['MobiFone', 'C90N', 90_000],
  ['MobiFone', 'C120N', 120_000],
  ['MobiFone', 'KC90', 90_000],
  ['MobiFone', 'KC120', 120_000],
  ['MobiFone', 'KC150', 150_000],
  ['MobiFone', 'NA70', 70_000],
  ['MobiFone', 'NA90', 90_000],
  ['MobiFone', 'NA120', 120_000],
  ['MobiFone', 'MXH90', 90_000],
  ['MobiFone', 'TK135', 135_000],
  ['MobiFone', 'TK159', 159_000],
  ['MobiFone', 'MG149', 149_000],
  ['MobiFone', 'MG199', 199_000],
]

/** Packages also sold for several months, and how many of these are paid. */
const longer = new Set([
  'D30G',
  'VD90',
  'VD120',
  'D159V',
  'BK149',
  'C90N',
  'C120N',
  'KC120',
  'NA120',
  'TK159',
])
const lengths = [
  { months: 3, paid: 3 },
  { months: 6, paid: 6 },
  { months: 12, paid: 10 },
] as const

/** All packages, each monthly one followed by its longer ones. */
export const demoPackages: readonly DemoPackage[] = monthly.flatMap(([carrier, code, price]) => [
  { code, price, months: 1, carrier },
  ...(longer.has(code) ? lengths : []).map(({ months, paid }) => ({
    code: `${months}${code}`,
    price: price * paid,
    months,
    carrier,
  })),
])

/** Refund of each kind in percent of the package price. */
const shares = {
  gia_gia_han: 20,
  gia_nang_cap: 30,
  gia_nang_cap_t2: 35,
  gia_nang_cap_t3: 40,
  gia_nang_cap_ht0: 0,
  gia_nang_cap_ht1: 25,
  gia_nang_cap_ht2: 30,
  gia_nang_cap_ht3: 35,
  gia_nang_cap_ht4: 40,
  gia_nang_cap_g1: 45,
  gia_nang_cap_g2: 50,
  gia_nang_cap_g3: 55,
  gia_goi: 100,
} as const

export const priceColumns = Object.keys(shares) as (keyof typeof shares)[]

/** Refund of a package in a column of the price table, to the nearest 500 đồng; its price in `gia_goi`. */
export function priceOf({ price }: DemoPackage, column: keyof typeof shares): number {
  const share = shares[column]
  return share === 100 ? price : Math.round((price * share) / 50_000) * 500
}
