/** Limits beyond which a spreadsheet is refused (threats F4). Sizes are in bytes. */

const MiB = 1024 * 1024

export const limits = {
  file: 64 * MiB,
  /** All zip entries together, as declared; inflating beyond the declared size stops the reading. */
  inflated: 1024 * MiB,
  /** One entry may not unpack to more than `ratio` times its size once it is larger than `ratioFrom`. */
  ratio: 100,
  ratioFrom: 10 * MiB,
  /** Shared texts are held in memory as a whole. */
  sharedStrings: 128 * MiB,
  /** Workbook, styles and relations are read as a whole. */
  smallPart: 16 * MiB,
  entries: 10_000,
  rows: 1_000_000,
  /** Columns read; further cells are ignored. The widest file of the operation has 28. */
  columns: 64,
  cellText: 32_767,
  /** Longest tag or text between two tags, in characters; a full cell of escaped characters is shorter. */
  markup: 1_000_000,
  workerHeapMb: 512,
  /** Rows are short-lived: by default this part of the heap would grow to 67 MB without benefit. */
  workerYoungMb: 12,
  workerMs: 120_000,
} as const

/** Rows per batch from the worker. */
export const batchRows = 500
