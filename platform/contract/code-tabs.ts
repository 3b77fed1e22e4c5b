/**
 * Tabs that register a package by a code that the customer reads out, and everything derived from them: a new tab is
 * one row here, which gives it a permission, channel, calls, a history with its view, and a source of revenue lines
 * (tools/sql-codes.ts).
 */

type Facts = {
  /** '9084' and a suffix, also used in the paths of its calls and history: name at the carrier and source of revenue lines. */
  type: string
  label: string
  /** Ability to open it: managers, and holders of `permission`. */
  may: string
  permission: string
  /** Channel that priority 3 and above needs, directly or through its branch (D2-INVIT-09 to 12). */
  channel: string
  /** Channel of its revenue lines (D2-REVF-04). */
  sold: string
}

/** In screen order (D2-INVIT-02 to 05, D2-INVIT-11, D2-Q-145). */
export const codeTabs = [
  {
    type: '9084',
    label: 'Mã xác nhận 1',
    may: 'codeTab1',
    permission: 'care.otp',
    channel: 'ma_xac_nhan_1',
    sold: '9084',
  },
  {
    type: '9084new',
    label: 'Mã xác nhận 2',
    may: 'codeTab2',
    permission: 'care.otpnew',
    channel: 'ma_xac_nhan_2',
    sold: '9084 (2)',
  },
  {
    type: '9084new1',
    label: 'Mã xác nhận 3',
    may: 'codeTab3',
    permission: 'care.otpnew1',
    channel: 'ma_xac_nhan_3',
    sold: '9084 (3)',
  },
  {
    type: '9084new2',
    label: 'Mã xác nhận 4',
    may: 'codeTab4',
    permission: 'care.otpnew2',
    channel: 'ma_xac_nhan_4',
    sold: '9084 (4)',
  },
] as const satisfies readonly Facts[]

export type CodeTab = (typeof codeTabs)[number]
export type CodeType = CodeTab['type']

/** An object with one entry per tab, keyed and typed by one of its names. */
export const byTab = <K extends keyof Facts, V>(
  key: K,
  valueOf: (tab: CodeTab, index: number) => V,
): Readonly<Record<CodeTab[K], V>> =>
  Object.fromEntries(codeTabs.map((tab, index) => [tab[key], valueOf(tab, index)])) as Record<CodeTab[K], V>

/** The path of a tab's history. */
export const historyOf = <T extends CodeType>(type: T) => `report-${type}/search` as const

/** The view that a tab's history reads. */
export const historyView = (type: CodeType): string => `report_${type}`
